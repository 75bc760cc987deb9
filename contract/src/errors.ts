import { z } from 'zod';

/** Status phrases used in error objects (specification 7). 413 keeps the older phrase that clients know. */
export const STATUS_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  414: 'URI Too Long',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
} as const;

export type ErrorStatus = keyof typeof STATUS_PHRASES;

/** Problems of a body, by field; array items by their index as text; `_schema` for the container itself. */
export type ErrorTree = { [key: string]: string[] | ErrorTree };

/** `description` texts that published clients compare or that several places share. */
export const DESCRIPTIONS = {
  noToken: 'No valid access token was supplied.',
  expiredToken: 'Access token has expired.',
  insufficientScope: 'Access token has insufficient scope.',
  inactiveUser: 'This account is inactive.',
  forbidden: 'You do not have permission to access the requested resource.',
  notFound: 'The requested URL or resource was not found.',
  invalidBody: 'The request body contains missing or invalid values; see errors.',
  notJson: 'The request body could not be decoded as a JSON object.',
} as const;

export const ErrorTreeSchema: z.ZodType<ErrorTree> = z
  .lazy(() => z.record(z.string(), z.union([z.array(z.string()), ErrorTreeSchema])))
  .meta({ id: 'ErrorTree', description: 'Messages by field; nested objects and array items nest in the same way.' });

export const ErrorObject = z
  .looseObject({
    code: z.int(),
    message: z.string(),
    description: z.string(),
    errors: ErrorTreeSchema.optional(),
    scopes: z.array(z.string()).optional(),
  })
  .meta({ id: 'Error', description: 'The error object of every answer with a status of 400 or above.' });
