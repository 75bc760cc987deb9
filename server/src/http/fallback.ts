import type { FastifyInstance } from 'fastify';

/** Methods of the operations at a path below `/api`; empty for an unknown path. */
export function methodsAt(app: FastifyInstance, path: string): string[] {
  const methods = new Set<string>();
  for (const { method, url, internal } of app.operations) {
    const roots = internal ? ['/api'] : ['/api/v1', '/api'];
    if (!roots.some((root) => matches(root + url, path))) continue;
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (const [i, part] of wanted.entries()) {
    const actual = given[i];
    if (part === '*') return actual !== undefined && actual !== '';
    if (actual === undefined || (part.startsWith(':') ? actual === '' : part !== actual)) return false;
  }
  return wanted.length === given.length;
}
