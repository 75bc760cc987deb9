import { formatQuery, Identity, paginated, query, strip, User } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, likeText } from '../db/index.ts';
import { type Answer, type Call, route } from '../http/index.ts';
import { presentIdentity, presentUser, USER_CARD, type UserCard } from '../identity/index.ts';
import { notFound, offset, pathId, writeJson, writePage } from '../kernel/index.ts';

const listParams = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the display name or user name.'),
  inactive: query.flag('Also inactive users.'),
};

const shared = { tag: 'users', access: { scopes: ['user.read'] } } as const;

/** Declares the operations about users (specification 4.4, without the nested lists of resources). */
export function mountUsers(app: FastifyInstance, db: Db): void {
  const one = async (
    { actor, links }: Pick<Call<never, never>, 'actor' | 'links'>,
    where: RawBuilder<boolean>,
  ): Promise<Answer> => {
    const { rows } = await select(db, sql`where ${where}`);
    if (!rows[0]) throw notFound();
    return { status: 200, body: presentUser(rows[0], actor, links) };
  };

  route(app, {
    ...shared,
    method: 'GET',
    url: '/users',
    operation: 'listUsers',
    summary: 'List users, newest first',
    query: listParams,
    responses: { 200: paginated(User) },
    async handler({ actor, query: wanted, links }) {
      const pattern = `%${likeText(wanted.filter)}%`;
      const states = wanted.inactive ? ['active', 'inactive'] : ['active'];
      const where = sql`where u.state = any(${states}::text[]) and (u.displayname ilike ${pattern} or i.username ilike ${pattern})`;
      const count = await sql<{ total: number }>`
        select count(*)::int as total from app_user u join identity i on i.id = u.identity_id ${where}`.execute(db);
      const skip = offset(wanted) ?? 2_000_000_000;
      const { rows } = await select(
        db,
        sql`${where} order by u.created_at desc, u.id desc limit ${wanted.per_page} offset ${skip}`,
      );
      const url = (page: number) => `${links.api}/users?${formatQuery(listParams, { ...wanted, page })}`;
      const items = rows.map((card) => presentUser(card, actor, links));
      return { status: 200, body: writePage(items, count.rows[0]?.total ?? 0, wanted, url) };
    },
  });

  route(app, {
    ...shared,
    method: 'GET',
    url: '/users/me',
    operation: 'getCurrentUser',
    summary: 'Get the current user',
    responses: { 200: User },
    handler: (call) => one(call, sql<boolean>`u.id = ${call.actor.userId}`),
  });

  route(app, {
    ...shared,
    method: 'GET',
    url: '/users/:id',
    operation: 'getUser',
    summary: 'Get a user',
    responses: { 200: User },
    handler: (call) => one(call, sql<boolean>`u.id = ${requireId(call.params.id)} and u.state <> 'deleted'`),
  });

  route(app, {
    ...shared,
    method: 'GET',
    url: '/users/:identity_type/:username',
    operation: 'getUserByIdentity',
    summary: 'Get a user by identity',
    responses: { 200: User },
    handler(call) {
      const { identity_type: type = '', username = '' } = call.params;
      return one(
        call,
        sql<boolean>`u.id = (select o.user_id from identity o where o.type = ${type} and o.username = ${strip(username).toLowerCase()})
          and u.state <> 'deleted'`,
      );
    },
  });

  route(app, {
    ...shared,
    method: 'GET',
    url: '/users/:id/identities',
    operation: 'listUserIdentities',
    summary: 'List the identities of a user, oldest first',
    responses: { 200: z.array(Identity) },
    async handler({ actor, params }) {
      const id = requireId(params.id);
      const { rows } = await sql<UserCard>`
        select ${USER_CARD} from app_user u join identity i on i.user_id = u.id
        where u.id = ${id} and u.state <> 'deleted' order by i.created_at, i.id`.execute(db);
      if (rows.length === 0) throw notFound();
      return { status: 200, body: writeJson(rows.map((row) => presentIdentity(row, actor, id))) };
    },
  });
}

function requireId(text: string | undefined): number {
  const id = pathId(text ?? '');
  if (id === null) throw notFound();
  return id;
}

function select(db: Db, rest: RawBuilder<unknown>) {
  return sql<UserCard>`select ${USER_CARD} from app_user u join identity i on i.id = u.identity_id ${rest}`.execute(db);
}
