import assert from 'node:assert/strict';
import type { TestService } from '../api/start.ts';
import type { Row } from './table.ts';

type Document = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> };

/** Compares statuses that were seen with the answers that the OpenAPI document tells of. */
export async function documentedStatuses({ nobody }: TestService): Promise<(row: Row, status: number) => void> {
  const { paths } = await nobody.get<Document>('/openapi.json');
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const known = new Map(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)]));
  return ({ operation, path }, status) => {
    if (path.startsWith('/internal')) return;
    assert.ok(known.get(operation)?.includes(String(status)), `the document does not tell of ${operation}: ${status}`);
  };
}
