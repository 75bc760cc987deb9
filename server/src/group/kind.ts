import { GroupCreate, GroupResource, GroupRevision, GroupUpdate, groupSearchQuery } from '@cairn/contract';
import { sql } from 'kysely';
import { among, defineKind } from '../kinds/index.ts';
import { presentGroup } from './present.ts';

/** Groups of users, who hold roles together (specification 2.4). */
export const group = defineKind<'group', object, typeof groupSearchQuery>({
  kind: 'group',
  plural: 'groups',
  table: 'app_group',
  tagged: false,
  answer: GroupResource,
  create: GroupCreate,
  update: GroupUpdate,
  columns: [],
  searchQuery: groupSearchQuery,
  // Membership is a role on the group; what the system role opens does not make anyone a member.
  conditions: ({ member_only }, { userId }) =>
    member_only ? [among(sql`select m.resource_id from role m where m.user_id = ${userId}`)] : [],
  present: presentGroup,
  revision: {
    data: sql`jsonb_build_object(
      'identifier', r.identifier, 'title', r.title, 'description', r.description, 'visibility', r.visibility,
      'state', r.state)`,
    schema: GroupRevision,
  },
  purge: 'inline',

  own: () => ({}),
  afterWrite: async () => {},

  // The group's roles go with its row; what it had them on counts as changed. Locked in order, as by `lockTogether`.
  async beforePurge(tx, id) {
    await sql`
      with held as materialized (
        select r.id from resource r
        where r.id in (select x.resource_id from role x where x.group_id = ${id}) and r.state = 'active'
        order by r.id for update)
      update resource set last_modified = clock_timestamp() where id in (select id from held)`.execute(tx);
  },
});
