import { RecordLink, RecordLinkCreate, RecordLinkUpdate } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Actor, type Allowed, load, loadNamed, lockTogether } from '../access/index.ts';
import { type Tx, transaction } from '../db/index.ts';
import { type Call, route } from '../http/index.ts';
import { invalid, type JsonText, notFound, pathId } from '../kernel/index.ts';
import type { Services } from '../kinds/index.ts';
import { loadNamedPair, peek } from './load-pair.ts';
import { type LinkRow, presentLinks, readLink } from './record-link-answers.ts';
import { changeLink, createLink, findLink, removeLink, type StoredLink } from './record-links.ts';

const missing = () => invalid({ record_to: { id: ['There is no active record with this id.'] } });
const noLink = () => notFound('The link does not exist.');

type PathCall = Pick<Call<never, never>, 'actor' | 'params' | 'scopes'>;

/** Declares the changing operations on links between records. */
export function mountRecordLinkChanges(app: FastifyInstance, services: Services): void {
  const answer = async ({ actor, links }: Pick<Call<never, never>, 'actor' | 'links'>, row: LinkRow) =>
    (await presentLinks(services, actor, links, { to: [row] }))[0] as JsonText;
  const written = async (tx: Tx, actor: Actor, id: number) =>
    (await readLink(tx, actor, 'to', sql<boolean>`l.id = ${id}`)) as LinkRow;

  route(app, {
    method: 'POST',
    url: '/records/:id/records',
    operation: 'createRecordLink',
    summary: 'Link a record to another',
    tag: 'records',
    access: { scopes: ['record.link'], row: true },
    body: RecordLinkCreate,
    responses: { 201: RecordLink },
    async handler(call) {
      const { actor, params, scopes } = call;
      const row = await transaction(services.db, async (tx) => {
        const first = { kind: 'record', id: pathId(params.id ?? '') } as const;
        const second = { kind: 'record', id: () => call.body.record_to.id, missing } as const;
        const [from, to] = await loadNamedPair(tx, actor, scopes, first, second);
        return written(tx, actor, await createLink(from, to, call.body));
      });
      return { status: 201, body: await answer(call, row) };
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/records/:id/records/:link_id',
    operation: 'updateRecordLink',
    summary: 'Change an outgoing link of a record',
    tag: 'records',
    access: { scopes: ['record.link'], row: true },
    body: RecordLinkUpdate,
    responses: { 200: RecordLink },
    async handler(call) {
      const row = await transaction(services.db, async (tx) => {
        const wanted = peek(() => call.body.record_to?.id);
        const { from, link } = await loadLink(tx, call, wanted);
        const { name, term, record_to } = call.body;
        const target = { kind: 'record', id: link.to_id, action: 'link' } as const;
        const to = await loadNamed(tx, call.actor, target, noLink);
        const next =
          record_to?.id === undefined ? to : await loadNamed(tx, call.actor, { ...target, id: record_to.id }, missing);
        await changeLink(from, next, link, { name, term });
        return written(tx, call.actor, link.id);
      });
      return { status: 200, body: await answer(call, row) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/records/:id/records/:link_id',
    operation: 'deleteRecordLink',
    summary: 'Remove an outgoing link of a record',
    tag: 'records',
    access: { scopes: ['record.link'], row: true },
    responses: { 204: z.void() },
    async handler(call) {
      await transaction(services.db, async (tx) => {
        const { from, link } = await loadLink(tx, call, undefined);
        // A link to a record in the trash can still be removed.
        const target = { kind: 'record', id: link.to_id, action: 'link', trashed: true } as const;
        await loadNamed(tx, call.actor, target, noLink);
        await removeLink(from, link);
      });
      return { status: 204 };
    },
  });
}

// The link of the path with the record that it starts from, after locking all records that take part.
async function loadLink(
  tx: Tx,
  { actor, params, scopes }: PathCall,
  newTarget: number | undefined,
): Promise<{ from: Allowed<'record'>; link: StoredLink }> {
  const [id, linkId] = [pathId(params.id ?? ''), pathId(params.link_id ?? '')];
  const seen = await findLink(tx, id, linkId);
  await lockTogether(tx, [id, seen?.to_id, newTarget]);
  const from = await load(tx, actor, { kind: 'record', id, action: 'link', scopes });
  // Changes of a link lock the record that it starts from, so from here on it stays as it is.
  const link = await findLink(tx, id, linkId);
  if (!link) throw noLink();
  return { from, link };
}
