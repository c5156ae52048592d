import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { clientCreator } from './client-creator.ts';
import type { RolesByType } from './permissions.ts';
import { selectPublicGrants } from './public-grants.ts';
import type { SecurableType, Slot } from './resources.ts';
import { CLIENT_ROLE, VIEWERS } from './roles.ts';

/** A role that counts for a subject, and the type of the slot it was given for. */
export interface Grant {
  readonly type: string;
  readonly role: string;
}

/** Whose grants are asked for, as expressions of the larger query. */
export interface SubjectExpression {
  readonly type: RawBuilder<string>;
  readonly id: RawBuilder<string>;
  /** The OAuth client that acts as the project, where it is known. */
  readonly client?: RawBuilder<string | null>;
}

/** A subject as roles are given to it, with the OAuth client that acts as the project where it is one. */
export interface ActingSubject {
  readonly type: string;
  readonly id: string;
  readonly clientId?: string | null;
}

/** A subject as expressions. */
export function toSubjectExpression({ type, id, clientId = null }: ActingSubject): SubjectExpression {
  return { type: sql<string>`${type}::text`, id: sql<string>`${id}::uuid`, client: sql`${clientId}::uuid` };
}

/**
 * An expression for use within a larger query: the roles a subject holds on the slots of a path, as a JSON array of grants,
 * by the rules of {@link selectGrants}.
 */
export function grantsAsJson(
  subject: SubjectExpression,
  slots: readonly Slot[],
  projectId: string | null,
): RawBuilder<readonly Grant[]> {
  return sql<readonly Grant[]>`coalesce((
    select json_agg(json_build_object('type', held.type, 'role', held.role)) from ${selectGrants(subject, slots, projectId)} held), '[]')`;
}

/**
 * Rows `type`, `id`, `role` of what a subject holds on the slots of a path, with `through_type` and `through_id` of the group
 * that it comes through. Those given to the subject count, those given to organizations and projects on which it holds a role
 * and which are still there, those that a project has without a grant, as which its clients act ({@link selectImplicitProjectGrants}), and
 * the one that everybody holds on a public task. This is the one place where it is decided what counts:
 * a grant does so for the slot only that names its resource by type and id, and one on something below a project only below
 * that project, so that an id in a slot of another type opens nothing.
 */
export function selectGrants(
  subject: SubjectExpression,
  slots: readonly Slot[],
  projectId: string | null,
): RawBuilder<unknown> {
  const types = sql`${slots.map((slot) => slot.type)}::text[]`;
  const ids = sql`${slots.map((slot) => slot.id)}::uuid[]`;
  const onSlot = sql`g.resource_type = slot.type and g.resource_id = slot.id
    and (g.project_id is null or g.project_id = ${projectId}::uuid)`;
  return sql`(
    with slot as (select * from unnest(${types}, ${ids}) as slot(type, id))
    select slot.type, slot.id, g.role, null::text as through_type, null::uuid as through_id from slot join role_grants g on ${onSlot}
    where g.subject_id = ${subject.id} and g.subject_type = ${subject.type}
    union all
    select slot.type, slot.id, g.role, g.subject_type, g.subject_id from slot
    join role_grants g on ${onSlot} and g.subject_type in ('organization', 'project') ${JOIN_LIVE_GROUP}
    where ${isGroupMember(subject)}
    union all ${selectImplicitProjectGrants(subject)}
    ${slots.some(({ type }) => type === 'task') ? sql`union all ${selectPublicGrants(subject, projectId)}` : sql``})`;
}

/**
 * Rows of the slots `slot` on which a project holds a role without a grant: editor of itself, and on its organization what
 * shows that and its members. A client inherits from the organization what its maker does, and never more than a viewer.
 */
function selectImplicitProjectGrants(subject: SubjectExpression): RawBuilder<unknown> {
  const inherits = inheritsOrganizationRole(subject, sql`home.org_id`);
  return sql`
    select slot.type, slot.id, held.role, null, null from slot
    join projects home on home.id = ${subject.id} and home.deleted_at is null
      and slot.id = case slot.type when 'project' then home.id when 'organization' then home.org_id end
    cross join lateral (select case slot.type when 'project' then 'editor' else ${CLIENT_ROLE} end as role
      union all select 'viewer' where slot.type = 'organization' and ${inherits}) held
    where ${subject.type} = 'project'`;
}

/** A condition: the maker of the client that a subject is holds an inherited role on an organization. */
export function inheritsOrganizationRole(subject: SubjectExpression, orgId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (subject.client === undefined) return sql<boolean>`false`;
  const creator: SubjectExpression = { type: sql<string>`'user'::text`, id: clientCreator(subject.client) };
  const condition = sql`g.resource_type = 'organization' and g.resource_id = ${orgId} and g.role = any(${[...VIEWERS]}::text[])`;
  return sql<boolean>`(${subject.client} is not null and (
    exists (select from role_grants g where ${condition} and g.subject_type = ${creator.type} and g.subject_id = ${creator.id})
    or exists (select from ${selectGroupGrants(creator)} where ${condition})))`;
}

/** The organization of a grant `g` to an organization or a project, as joins that leave out what is gone. */
const JOIN_LIVE_GROUP = sql`left join projects p on g.subject_type = 'project' and p.id = g.subject_id and p.deleted_at is null
    join organizations o on o.deleted_at is null
      and o.id = case g.subject_type when 'organization' then g.subject_id when 'project' then p.org_id end`;

/**
 * A condition: the subject holds a role on what a grant `g` was given to. It is looked up for each of the few grants of a
 * slot: a join would go through all that the subject holds, which for some is a hundred thousand rows.
 */
function isGroupMember(subject: SubjectExpression): RawBuilder<boolean> {
  return sql<boolean>`(select true from role_grants m where m.subject_id = ${subject.id} and m.subject_type = ${subject.type}
    and m.resource_type = g.subject_type and m.resource_id = g.subject_id limit 1)`;
}

/** Rows `g` of what was given to organizations and projects that are still there and on which the subject holds a role. */
export function selectGroupGrants(subject: SubjectExpression): RawBuilder<unknown> {
  return sql`(role_grants g
    join role_grants m on m.resource_type = g.subject_type and m.resource_id = g.subject_id
      and m.subject_id = ${subject.id} and m.subject_type = ${subject.type}
    ${JOIN_LIVE_GROUP})`;
}

/** A condition: the subject holds a role directly on a resource, itself or as one of a group that it was given to. */
export function hasDirectRole(
  subject: SubjectExpression,
  type: SecurableType,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const condition = sql`g.resource_id = ${id} and g.resource_type = ${type}`;
  return sql<boolean>`(
    exists (select from role_grants g where ${condition} and g.subject_id = ${subject.id} and g.subject_type = ${subject.type})
    or exists (select from ${selectGroupGrants(subject)} where ${condition}))`;
}

/**
 * A query for use within a larger one: `resource_id` and `role` of what a subject holds directly on resources of a type
 * below a project, or of all types where it is left out, itself or as one of those who hold a role on the organization or
 * project that it was given to.
 */
export function selectGrantsInProject(
  subject: SubjectRef,
  type: SecurableType | undefined,
  projectId: string,
): RawBuilder<unknown> {
  const subjectExpression = toSubjectExpression(subject);
  const condition = sql`${type === undefined ? sql`` : sql`g.resource_type = ${type} and`} g.project_id = ${projectId}::uuid`;
  return sql`
    select g.resource_id, g.role from role_grants g
    where g.subject_id = ${subjectExpression.id} and g.subject_type = ${subjectExpression.type} and ${condition}
    union all
    select g.resource_id, g.role from ${selectGroupGrants(subjectExpression)} where ${condition}`;
}

/** Whether a subject holds a role directly on any resource below a project, of a type where that is given. */
export async function hasRoleInProject(
  db: Executor,
  subject: SubjectRef,
  type: SecurableType | undefined,
  projectId: string,
): Promise<boolean> {
  const { rows } = await sql`${selectGrantsInProject(subject, type, projectId)} limit 1`.execute(db);
  return rows.length > 0;
}

/** A condition: the subject holds a role directly on the resource of a type below a project that an id names. */
export function hasGrantInProject(
  subject: SubjectRef,
  type: SecurableType,
  projectId: string,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`${id} in (select held.resource_id from (${selectGrantsInProject(subject, type, projectId)}) held)`;
}

/** The grants as roles by the type of what they were given on. */
export function toRolesByType(grants: readonly Grant[]): RolesByType {
  return Object.fromEntries(
    Object.entries(Object.groupBy(grants, (grant) => grant.type)).map(([type, roles = []]) => [
      type,
      new Set(roles.map((grant) => grant.role)),
    ]),
  );
}

/** A role that counts for somebody on a resource, and how it came to them. */
export interface EffectiveRole {
  readonly role: string;
  /** What it was given on: the resource itself, or what stands above it. */
  readonly type: SecurableType;
  readonly id: string;
  /** The group that it was given to, as members are named; null where they have it themself. */
  readonly through: string | null;
  readonly through_name: string | null;
}

/** Every role that counts for somebody on the last of some slots, each once, from the top down. */
export async function listEffectiveRoles(
  db: Executor,
  subject: ActingSubject,
  scope: { readonly slots: readonly Slot[]; readonly projectId: string | null },
): Promise<readonly EffectiveRole[]> {
  const { slots, projectId } = scope;
  const { rows } = await sql<EffectiveRole>`
    select distinct held.type, held.id, held.role, held.through_type || ':' || held.through_id as through,
      coalesce(o.name, p.name) as through_name
    from ${selectGrants(toSubjectExpression(subject), slots, projectId)} held
    left join organizations o on held.through_type = 'organization' and o.id = held.through_id
    left join projects p on held.through_type = 'project' and p.id = held.through_id
    order by held.role, through nulls first`.execute(db);
  return slots.flatMap(({ type }) => rows.filter((row) => row.type === type));
}
