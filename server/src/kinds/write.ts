import { sql } from 'kysely';
import { type Actor, type Allowed, load, loadTrashed, mayCreate } from '../access/index.ts';
import { type Tx, transaction, violatedConstraint } from '../db/index.ts';
import { ApiError, conflict, forbidden } from '../kernel/index.ts';
import type { KindDefinition, ResourceChanges, ResourceInput, ResourceRow } from './definition.ts';
import { plainText } from './plain-text.ts';
import { writeRevisions } from './revisions.ts';
import { columns, ownTable } from './select.ts';
import type { Services } from './services.ts';

type Row = ResourceRow & Record<string, unknown>;

/**
 * Creates a resource with its creator's role and first revision, in one transaction.
 * @param body gives the parsed body; called once the right is decided, so that its problems come after it.
 * @throws ApiError 403 without the right to create, 400 for the body, 409 if the identifier is taken (decision 1).
 */
export async function createResource(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  body: () => ResourceInput & Record<string, unknown>,
): Promise<Row> {
  if (!mayCreate(actor)) throw forbidden();
  const input = body();
  const own = definition.own(input, null) as Record<string, unknown>;
  const names = Object.keys(own);
  const values = names.map((name) => sql`${own[name]}`);
  return identifierGuard(definition, () =>
    transaction(services.db, async (tx, { afterCommit, last }) => {
      await noteTags(services, tx, input.tags ?? [], afterCommit);
      const { rows } = await sql<Row>`
        with r as (
          insert into resource (kind, identifier, title, description, plain_description, visibility, creator_id, tags)
          values (${definition.kind}, ${input.identifier}, ${input.title}, ${input.description},
            ${plainText(input.description)}, ${input.visibility}, ${actor.userId}, ${input.tags ?? []})
          returning *),
        k as (
          insert into ${sql.table(definition.table)} (id${sql.join(
            names.map((name) => sql`, ${sql.ref(name)}`),
            sql``,
          )})
          select r.id${sql.join(
            values.map((value) => sql`, ${value}`),
            sql``,
          )} from r returning *),
        creator as (
          insert into role (resource_id, user_id, name) select r.id, ${actor.userId}, 'admin' from r)
        select ${columns(definition, actor)} from r join k on k.id = r.id`.execute(tx);
      const row = rows[0] as Row;
      const followed = definition.afterWrite(tx, row.id, { input, changed: own, created: true });
      last(writeRevisions(tx, definition, [row.id], actor.userId));
      await followed;
      return row;
    }),
  );
}

/**
 * Changes a resource. Unchanged values write nothing: no new `last_modified`, no revision.
 * @throws ApiError as `load`, then 400 and 409 as `createResource`.
 */
export async function updateResource(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  target: { id: number | null; scopes: readonly string[] },
  body: () => ResourceChanges & Record<string, unknown>,
): Promise<Row> {
  return identifierGuard(definition, () =>
    transaction(services.db, async (tx, { afterCommit, last }) => {
      const allowed = await load(tx, actor, { kind: definition.kind, action: 'update', ...target });
      const input = body();
      const row = await currentRow(allowed, definition);
      const own = definition.own(input, row) as Record<string, unknown>;
      const shared: Record<string, unknown> = {};
      for (const name of ['identifier', 'title', 'description', 'visibility', 'tags'] as const) {
        if (input[name] !== undefined && differs(input[name], row[name])) shared[name] = input[name];
      }
      const changed = Object.fromEntries(Object.entries(own).filter(([name, value]) => differs(value, row[name])));
      if (Object.keys(shared).length === 0 && Object.keys(changed).length === 0) return row;
      if (typeof shared.description === 'string') shared.plain_description = plainText(shared.description);
      if (input.tags) await noteTags(services, tx, input.tags, afterCommit);
      const last_modified = await writeChanges(allowed, definition, shared, changed);
      const followed = definition.afterWrite(tx, allowed.id, { input, changed, created: false });
      last(writeRevisions(tx, definition, [allowed.id], actor.userId));
      await followed;
      return { ...row, ...shared, ...changed, last_modified };
    }),
  );
}

/** Moves a resource to the trash. @throws ApiError as `load`. */
export async function trashResource(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  target: { id: number | null; scopes: readonly string[] },
): Promise<void> {
  await transaction(services.db, async (tx) => {
    const allowed = await load(tx, actor, { kind: definition.kind, action: 'delete', ...target });
    await writeChanges(allowed, definition, { state: 'deleted' }, {});
    await writeRevisions(tx, definition, [allowed.id], actor.userId);
  });
}

/** Takes a resource out of the trash, for its creator. @throws ApiError 404. */
export async function restoreResource(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  id: number | null,
): Promise<Row> {
  return transaction(services.db, async (tx) => {
    const allowed = await loadTrashed(tx, actor, definition.kind, id);
    await writeChanges(allowed, definition, { state: 'active' }, {});
    await writeRevisions(tx, definition, [allowed.id], actor.userId);
    return currentRow(allowed, definition);
  });
}

async function currentRow(allowed: Allowed, definition: KindDefinition): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${columns(definition, allowed.actor)} from resource r ${ownTable(definition)} where r.id = ${allowed.id}`.execute(
    allowed.tx,
  );
  return rows[0] as Row;
}

async function writeChanges(
  { tx, id }: Allowed,
  definition: KindDefinition,
  shared: Record<string, unknown>,
  own: Record<string, unknown>,
): Promise<string> {
  const set = (changes: Record<string, unknown>) =>
    sql.join(Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql<{ last_modified: string }>`
    ${Object.keys(own).length > 0 ? sql`with k as (update ${sql.table(definition.table)} set ${set(own)} where id = ${id})` : sql``}
    update resource set ${Object.keys(shared).length > 0 ? sql`${set(shared)}, ` : sql``}last_modified = clock_timestamp()
    where id = ${id} returning last_modified`.execute(tx);
  return (rows[0] as { last_modified: string }).last_modified;
}

function differs(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.length !== b.length || a.some((item, i) => item !== b[i]) : a !== b;
}

// Tags are never removed, so one that was committed need not be written again; in order, so that writers can't deadlock.
async function noteTags(
  { tags: known }: Services,
  tx: Tx,
  tags: readonly string[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const fresh = tags.filter((tag) => !known.has(tag));
  if (fresh.length === 0) return;
  await sql`insert into tag (name) select unnest(${fresh}::text[]) on conflict do nothing`.execute(tx);
  afterCommit(() => {
    for (const tag of fresh) known.set(tag, true);
  });
}

async function identifierGuard<T>(definition: KindDefinition, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (violatedConstraint(error) === 'resource_kind_identifier_key') {
      throw conflict(`A ${definition.kind} with this identifier already exists.`, {
        errors: { identifier: ['This identifier is already in use.'] },
      });
    }
    throw error;
  }
}
