import { z } from 'zod';
import { body } from './body.ts';
import { text } from './fields.ts';
import { GroupResource, LimitedGroup } from './group.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { objectError, reference } from './reference.ts';
import { paginated, urls } from './resource.ts';
import { User } from './user.ts';

const Role = z.strictObject({ name: z.string() }).meta({ id: 'Role' });
const actions = urls(['change', 'remove']);

/** A user's role on a resource, or membership in a group (resources 1.12). */
export const UserRole = z.strictObject({ role: Role, user: User, _actions: actions }).meta({ id: 'UserRole' });
export type UserRole = z.infer<typeof UserRole>;
export const UserRoles = paginated(UserRole);

/** A group's role on a resource. */
export const GroupRole = z
  .strictObject({ role: Role, group: z.union([GroupResource, LimitedGroup]), _actions: actions })
  .meta({ id: 'GroupRole' });
export type GroupRole = z.infer<typeof GroupRole>;
export const GroupRoles = paginated(GroupRole);

// Whether there is a role of this name is decided after the body, by the kind of resource (resources 5.6).
const RoleName = text({ max: LIMITS.identifier, lower: true });
const role = z.strictObject({ name: RoleName }, { error: objectError });

/** POST …/roles/users and …/members. */
export const UserRoleAdd = body({ role, user: reference(User) }, ['_actions']);

/** POST …/roles/groups. */
export const GroupRoleAdd = body({ role, group: reference(GroupResource) }, ['_actions']);

/** PATCH of a role. */
export const RoleChange = body({ name: RoleName });

/** Query parameters of lists of users' roles and of members. */
export const userRolesQuery = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the display name or user name.'),
  exclude: query.integers('Ids of users to leave out.'),
};

/** Query parameters of lists of groups' roles. */
export const groupRolesQuery = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the title or identifier of the group.', 'normalize'),
};
