import type { Body, Params, Parsed, Scope } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../access/index.ts';
import type { JsonText } from '../kernel/index.ts';
import type { LinkBase } from './links.ts';

/**
 * Who may call an operation (every route declares it, or the program does not start):
 * - `public`: everyone;
 * - `signed-in`: every valid log-in, no scope needed;
 * - `session`: a browser's log-in only; answers 404 to tokens (internal endpoints);
 * - `scopes`: a token needs all of them. With `row`, the right on the row is decided first, by `load` or `read`, which
 *   then compare the scopes (resources 5.5); an answer that went out without that comparison is refused.
 */
export type Access = 'public' | 'signed-in' | 'session' | { readonly scopes: readonly Scope[]; readonly row?: boolean };

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What an operation answers: a status and JSON text, or nothing where the handler has sent the answer itself. */
export type Answer = { status: number; body?: JsonText; headers?: Record<string, string> };

export type Call<Q extends Params, B> = {
  readonly actor: Actor;
  readonly scopes: readonly Scope[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<Q>;
  readonly body: B;
  readonly links: LinkBase;
  /** Path of the request within the API, with ids as sent: `/records/7/files`. */
  readonly path: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** What can come back, by status: a zod schema for JSON, or the media type of other content. */
export type Responses = {
  readonly [status: number]: z.ZodType | { readonly content: string; readonly description: string };
};

export type Operation<Q extends Params = Params, B = unknown> = {
  method: Method;
  /** Path below `/api/v1`, parameters as `:name`. */
  url: string;
  /** Name of the operation: unique, camelCase; also its id in OpenAPI. */
  operation: string;
  summary: string;
  tag: string;
  access: Access;
  query?: Q;
  body?: Body<B>;
  /** The body is a stream of bytes; the handler reads `request.raw`. */
  stream?: boolean;
  /** Request headers, for the document. */
  headers?: Readonly<Record<string, string>>;
  responses: Responses;
  /** Left out of the document: internal endpoints of the interface. */
  internal?: boolean;
  /** Not counted by the rate limit: clients don't rewind a body. */
  unlimited?: boolean;
  handler: (call: Call<Q, B>) => Promise<Answer | undefined> | Answer | undefined;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Declares an operation below `/api/v1` and `/api`. */
    operation<Q extends Params, B>(operation: Operation<Q, B>): void;
    /** All declared operations, in order. */
    operations: Operation[];
  }
  interface FastifyContextConfig {
    operation?: Operation;
    versioned?: boolean;
  }
}

/** Declares an operation; a thin name for `app.operation` that infers the types of query and body. */
export function route<Q extends Params = Record<never, never>, B = undefined>(
  app: FastifyInstance,
  operation: Operation<Q, B>,
): void {
  app.operation(operation);
}
