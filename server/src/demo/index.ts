export { DemoError, type Progress, runDemo, type Summary } from './run.ts';
