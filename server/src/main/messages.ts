import type { Config } from '../config/index.ts';

/** What a process of the service does: answer requests, run background tasks, or both. */
export const roles = ['all', 'web', 'worker'] as const;
export type Role = (typeof roles)[number];

/** From the supervisor to a process it started. */
export type Order =
  /** Serve. The first process of a start also brings the database up to date and makes the setup link. */
  { type: 'serve'; config: Config; role: Role; first: boolean } | { type: 'stop' };

/** From a process to its supervisor. */
export type Report =
  | { type: 'prepared'; setupToken: string | null }
  | { type: 'serving' }
  /** It cannot serve; `fault` is a line for the administrator. */
  | { type: 'failed'; fault: string };
