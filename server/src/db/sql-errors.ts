import { ApiError } from '../kernel/index.ts';

type DatabaseError = { code: string; constraint?: string; message: string };

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Name of the unique or foreign-key constraint that an error violates, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (!isDatabaseError(error)) return null;
  return error.code === '23505' || error.code === '23503' ? (error.constraint ?? '') : null;
}

/** Whether a transaction failed only because of others running at the same time, so that it may be tried again. */
export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01');
}

/** Whether the connection to the database is gone or could not be made. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseError(error) && (LOST.has(error.code) || error.code.startsWith('08'))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Translates database errors into what the API answers; others are returned as they are. */
export function translateDatabaseError(error: unknown): unknown {
  if (isConnectionLost(error))
    return new ApiError(503, 'The database cannot be reached at the moment.', {}, { 'Retry-After': '1' });
  if (isDatabaseError(error)) {
    if (error.code === '53100') return new ApiError(507, 'The disk of the database is full.');
    if (error.code === '22021' || error.code === '22P05')
      return new ApiError(400, 'A text contains characters that cannot be stored.');
  }
  return error;
}
