import { z } from 'zod';
import type { Answer, Operation } from './route.ts';

/**
 * Compares an answer with the operation's schema; objects are strict, so a field that is not in the contract is an
 * error. Runs in tests, on every answer of every test.
 */
export function checkAnswer(operation: Operation, answer: Answer): void {
  const schema = operation.responses[answer.status];
  if (!schema) throw new Error(`${operation.operation}: status ${answer.status} is not declared.`);
  if (!(schema instanceof z.ZodType)) return;
  if (answer.body === undefined) return;
  const result = schema.safeParse(JSON.parse(answer.body));
  if (!result.success) {
    throw new Error(`${operation.operation}: the answer differs from its schema: ${z.prettifyError(result.error)}`);
  }
}
