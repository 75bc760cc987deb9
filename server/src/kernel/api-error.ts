import { DESCRIPTIONS, type ErrorStatus, type ErrorTree, STATUS_PHRASES } from '@cairn/contract';

/** An error that leaves as the API's error object (specification 7). `extra` adds keys such as `errors` or `file`. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: ErrorStatus,
    description: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }

  /** The error object. */
  toJSON(): Record<string, unknown> {
    return { code: this.status, message: STATUS_PHRASES[this.status], description: this.message, ...this.extra };
  }
}

/** 400 with the problems by field. */
export function invalid(errors: ErrorTree): ApiError {
  return new ApiError(400, DESCRIPTIONS.invalidBody, { errors });
}

/** 400 that names its reason. */
export function badRequest(description: string): ApiError {
  return new ApiError(400, description);
}

/** 401: no usable login. */
export function unauthorized(description: string = DESCRIPTIONS.noToken): ApiError {
  return new ApiError(401, description);
}

/** 401: the token lacks a scope; names all scopes that the operation needs. */
export function insufficientScope(scopes: readonly string[]): ApiError {
  return new ApiError(401, DESCRIPTIONS.insufficientScope, { scopes });
}

/** 403: the caller's rights don't reach. */
export function forbidden(description: string = DESCRIPTIONS.forbidden): ApiError {
  return new ApiError(403, description);
}

/** 404: no such resource or URL. */
export function notFound(description: string = DESCRIPTIONS.notFound): ApiError {
  return new ApiError(404, description);
}

/** 409: what is asked for contradicts what is there. */
export function conflict(description: string, extra: Record<string, unknown> = {}): ApiError {
  return new ApiError(409, description, extra);
}
