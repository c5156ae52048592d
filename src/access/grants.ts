import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { selectClientCreator } from './oauth-clients.ts';
import type { RolesByType } from './permissions.ts';
import { selectPublicGrants } from './public-grants.ts';
import type { SecurableType, Slot } from './resources.ts';
import { CLIENT_ROLE, VIEWERS } from './roles.ts';

/** Effective role of a subject, with the resource type it was granted on. */
export interface Grant {
  readonly type: string;
  readonly role: string;
}

/** Subject whose grants are selected, as expressions of the outer query. */
export interface SubjectExpression {
  readonly type: RawBuilder<string>;
  readonly id: RawBuilder<string>;
  /** OAuth client that acts as the project, if known. */
  readonly client?: RawBuilder<string | null>;
}

/** Subject that holds roles, with the OAuth client that acts as it if it is a project. */
export interface ActingSubject {
  readonly type: string;
  readonly id: string;
  readonly clientId?: string | null;
}

/** Converts a subject to SQL expressions. */
export function toSubjectExpression({ type, id, clientId = null }: ActingSubject): SubjectExpression {
  return { type: sql<string>`${type}::text`, id: sql<string>`${id}::uuid`, client: sql`${clientId}::uuid` };
}

/** SQL expression: the subject's roles on the slots of a path, as a JSON array of grants. See {@link selectGrants}. */
export function selectGrantsAsJson(
  subject: SubjectExpression,
  slots: readonly Slot[],
  projectId: string | null,
): RawBuilder<readonly Grant[]> {
  return sql<readonly Grant[]>`coalesce((
    select json_agg(json_build_object('type', held.type, 'role', held.role)) from ${selectGrants(subject, slots, projectId)} held), '[]')`;
}

/**
 * Selects the roles of a subject on the slots of a path: `type`, `id`, `role`, and the group as `through_type` and
 * `through_id`.
 * Four sources count: grants to the subject, grants to existing groups it belongs to, implicit grants of a project
 * whose client acts ({@link selectImplicitProjectGrants}), and the public role on public tasks.
 * No other query decides which grants count. A grant must match type and id of its slot and the project of the path, so
 * that an id in a slot of another type grants nothing.
 */
function selectGrants(
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
 * Selects the implicit roles of a project on the slots `slot`: editor of itself, and on its organization a role that
 * shows the organization and its members. A client inherits the organization roles of its creator, at most as viewer.
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

/** SQL condition: the creator of the subject's client holds an inherited role on an organization. */
export function inheritsOrganizationRole(subject: SubjectExpression, orgId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (subject.client === undefined) return sql<boolean>`false`;
  const creator: SubjectExpression = { type: sql<string>`'user'::text`, id: selectClientCreator(subject.client) };
  const condition = sql`g.resource_type = 'organization' and g.resource_id = ${orgId} and g.role = any(${[...VIEWERS]}::text[])`;
  return sql<boolean>`(${subject.client} is not null and (
    exists (select from role_grants g where ${condition} and g.subject_type = ${creator.type} and g.subject_id = ${creator.id})
    or exists (select from ${selectGroupGrants(creator)} where ${condition})))`;
}

/** Joins that exclude grants `g` to deleted organizations and projects. */
const JOIN_LIVE_GROUP = sql`left join projects p on g.subject_type = 'project' and p.id = g.subject_id and p.deleted_at is null
    join organizations o on o.deleted_at is null
      and o.id = case g.subject_type when 'organization' then g.subject_id when 'project' then p.org_id end`;

/**
 * SQL condition: the subject belongs to the group of a grant `g`. A lookup per grant: a join would read all grants of
 * the subject, up to a hundred thousand rows.
 */
function isGroupMember(subject: SubjectExpression): RawBuilder<boolean> {
  return sql<boolean>`(select true from role_grants m where m.subject_id = ${subject.id} and m.subject_type = ${subject.type}
    and m.resource_type = g.subject_type and m.resource_id = g.subject_id limit 1)`;
}

/** Selects the grants `g` to existing organizations and projects that the subject belongs to. */
export function selectGroupGrants(subject: SubjectExpression): RawBuilder<unknown> {
  return sql`(role_grants g
    join role_grants m on m.resource_type = g.subject_type and m.resource_id = g.subject_id
      and m.subject_id = ${subject.id} and m.subject_type = ${subject.type}
    ${JOIN_LIVE_GROUP})`;
}

/** SQL condition: the subject holds a direct role on a resource, itself or through a group. */
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
 * Subquery of `resource_id` and `role`: the subject's direct roles on resources in a project, itself or through a
 * group. Without a type it includes all types.
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

/** Whether a subject holds a direct role on any resource in a project, optionally of one type. */
export async function hasRoleInProject(
  db: Executor,
  subject: SubjectRef,
  type: SecurableType | undefined,
  projectId: string,
): Promise<boolean> {
  const { rows } = await sql`${selectGrantsInProject(subject, type, projectId)} limit 1`.execute(db);
  return rows.length > 0;
}

/** SQL condition: the subject holds a direct role on the resource with this type and id in a project. */
export function hasGrantInProject(
  subject: SubjectRef,
  type: SecurableType,
  projectId: string,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`${id} in (select held.resource_id from (${selectGrantsInProject(subject, type, projectId)}) held)`;
}

/** SQL condition: a subject holds a role that was granted to itself on a project. */
export function holdsProjectRole({ type, id }: SubjectRef, projectId: string, role: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from role_grants g where g.resource_type = 'project' and g.resource_id = ${projectId}::uuid
    and g.role = ${role} and g.subject_type = ${type} and g.subject_id = ${id}::uuid)`;
}

/** Groups grants by the type of their resource. */
export function toRolesByType(grants: readonly Grant[]): RolesByType {
  return Object.fromEntries(
    Object.entries(Object.groupBy(grants, (grant) => grant.type)).map(([type, roles = []]) => [
      type,
      new Set(roles.map((grant) => grant.role)),
    ]),
  );
}

/** Effective role on a resource, with its origin. */
export interface EffectiveRole {
  readonly role: string;
  /** Type of the resource that the role was granted on: this one or a parent. */
  readonly type: SecurableType;
  readonly id: string;
  /** Group that holds the role, formatted as a member; null for a direct grant. */
  readonly through: string | null;
  readonly through_name: string | null;
}

/** Lists the distinct effective roles on the last slot, ordered from the topmost resource down. */
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
