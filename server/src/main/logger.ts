import { type Logger, pino } from 'pino';
import type { Config } from '../config/index.ts';

/** The log: one JSON object a line on standard error, so that standard output stays free for results. */
export function createLogger(config: Config): Logger {
  return pino({ level: config.logLevel, base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true }));
}
