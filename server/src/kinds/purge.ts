import { sql } from 'kysely';
import { type Actor, loadTrashed } from '../access/index.ts';
import { type Db, type Tx, transaction } from '../db/index.ts';
import { enqueue } from '../jobs/index.ts';
import { ApiError } from '../kernel/index.ts';
import type { KindDefinition } from './definition.ts';
import type { Services } from './services.ts';

declare module '../jobs/index.ts' {
  interface TaskPayloads {
    purge_resource: { id: number };
    empty_trash: Record<string, never>;
  }
}

/** The kinds there are, for operations that begin with a resource of any kind. */
export type Kinds = readonly KindDefinition[];

/**
 * Removes a resource from the trash for good, for its creator: at once, or as a task that survives a crash.
 * @returns `removed`, or `started` where a task does it.
 * @throws ApiError 404 as `loadTrashed`; 503 if the task could not be enqueued, the resource then stays in the trash.
 */
export async function purgeResource(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  id: number | null,
): Promise<'removed' | 'started'> {
  return transaction(services.db, async (tx) => {
    const allowed = await loadTrashed(tx, actor, definition.kind, id);
    if (definition.purge === 'inline') {
      await remove(tx, definition, allowed.id);
      return 'removed';
    }
    await startPurge(tx, allowed.id);
    return 'started';
  });
}

async function startPurge(tx: Tx, id: number): Promise<void> {
  await sql`update resource set state = 'purged' where id = ${id}`.execute(tx);
  try {
    await enqueue(tx, 'purge_resource', { id }, { key: `purge ${id}` });
  } catch (error) {
    throw Object.assign(new ApiError(503, 'The purge task could not be started.'), { cause: error });
  }
}

async function remove(tx: Tx, definition: KindDefinition, id: number): Promise<void> {
  await definition.beforePurge(tx, id);
  await sql`delete from resource where id = ${id}`.execute(tx);
}

/** Background work of the trash: `purge_resource`, and hourly `empty_trash` after so many days (specification 3). */
export function trashTasks(db: Db, kinds: Kinds, trashDays: number) {
  const definitionOf = (kind: string) => kinds.find((definition) => definition.kind === kind);
  return {
    purge_resource: ({ id }: { id: number }) =>
      transaction(db, async (tx) => {
        const { rows } = await sql<{ kind: string }>`
          select kind from resource where id = ${id} and state = 'purged' for update`.execute(tx);
        const definition = rows[0] && definitionOf(rows[0].kind);
        if (definition) await remove(tx, definition, id);
      }),
    empty_trash: async () => {
      const { rows } = await sql<{ id: number }>`
        select id from resource where state = 'purged' or (state = 'deleted'
          and last_modified < now() - make_interval(days => ${trashDays}::int)) order by id`.execute(db);
      for (const { id } of rows) {
        await transaction(db, async (tx) => {
          const locked = await sql`select 1 from resource where id = ${id} and (state = 'purged' or (state = 'deleted'
            and last_modified < now() - make_interval(days => ${trashDays}::int))) for update`.execute(tx);
          if (locked.rows.length > 0) await startPurge(tx, id);
        });
      }
    },
  };
}
