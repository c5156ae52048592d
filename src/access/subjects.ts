import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { errors, type SubjectRef } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { accessErrors } from './errors.ts';
import { selectGroupGrants, toSubjectExpression } from './grants.ts';

/** Subjects that can hold roles: a user, or all members of an organization or a project. */
export const SUBJECT_TYPES = ['user', 'organization', 'project'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** User or project that acts. */
export interface Subject {
  readonly type: SubjectType;
  readonly id: string;
}

/** Parses `<type>:<id>`. Throws a 400 on another format, an unknown type or an id that is no UUID. */
export function parseSubject(member: string): Subject {
  const at = member.indexOf(':');
  if (at < 0) throw accessErrors.invalidMember(member, 'must have the form <subject_type>:<subject_id>');
  const type = SUBJECT_TYPES.find((known) => known === member.slice(0, at));
  if (type === undefined) throw accessErrors.invalidSubjectType(member.slice(0, at), SUBJECT_TYPES);
  const id = member.slice(at + 1);
  if (!isId(id)) throw errors.malformedIdentifier('member', member);
  return { type, id: id.toLowerCase() };
}

/** Formats a subject as `<type>:<id>`. */
export function formatSubject(subject: { readonly type: string; readonly id: string }): string {
  return `${subject.type}:${subject.id}`;
}

/** SQL expression for a user's name; null if the user does not exist or the id is null. */
export function selectUserName(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select u.name from users u where u.id = ${id})`;
}

/** SQL condition: the grant with this alias is on an organization or a resource in it. */
function isWithin(grant: string, orgId: string): RawBuilder<boolean> {
  const [resource, project] = [sql.ref(`${grant}.resource_id`), sql.ref(`${grant}.project_id`)];
  return sql<boolean>`(${resource} = ${orgId} or exists (select from projects p
    where p.org_id = ${orgId} and p.id in (${resource}, ${project})))`;
}

/** SQL condition: a subject holds a role on an organization or a resource in it. */
export function belongsToOrganization(orgId: string, { type, id }: Subject): RawBuilder<boolean> {
  return sql<boolean>`exists (select from role_grants own
    where own.subject_type = ${type} and own.subject_id = ${id} and ${isWithin('own', orgId)})`;
}

/** Context of a subject lookup. */
interface SubjectLookup {
  readonly orgId: string;
  /** User or project that makes the request. */
  readonly requesterId: string;
  readonly resourceId: string;
  /**
   * Whether to include users who belong only through a group. Their permissions can be tested, but they are no members
   * here.
   */
  readonly includeGroupMembers?: boolean;
}

/**
 * Throws a 404 unless the subject is visible to the requester. Users must hold a role in the organization, so that
 * grants neither enrol strangers nor reveal their names. An organization or project must belong to the organization,
 * include the requester as a member, or already hold a role on the resource. Others cannot be probed, and every grant
 * stays removable.
 */
export async function assertSubjectVisible(db: Executor, subject: Subject, lookup: SubjectLookup): Promise<void> {
  const { id } = subject;
  const isRelated = sql`exists (select from role_grants m where m.subject_id = ${lookup.requesterId} and m.resource_id = ${id}
    or m.subject_id = ${id} and m.resource_id = ${lookup.resourceId})`;
  const isInGroup = sql`exists (select from ${selectGroupGrants(toSubjectExpression(subject))} where ${isWithin('g', lookup.orgId)})`;
  const known = {
    user: sql`select from users where id = ${id}
      and (${belongsToOrganization(lookup.orgId, subject)} ${lookup.includeGroupMembers ? sql`or ${isInGroup}` : sql``})`,
    organization: sql`select from organizations where id = ${id} and deleted_at is null and (id = ${lookup.orgId} or ${isRelated})`,
    project: sql`select from projects where id = ${id} and deleted_at is null and (org_id = ${lookup.orgId} or ${isRelated})`,
  };
  const { rows } = await sql`${known[subject.type]}`.execute(db);
  if (rows.length === 0) throw errors.notFound('member', formatSubject(subject));
}

/** SQL expression: a subject's verified mail address in lower case. Null for others than users. */
export function selectVerifiedAddress({ type, id }: SubjectRef): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select lower(u.email) from users u where ${type}::text = 'user' and u.id = ${id}::uuid and u.email_verified)`;
}
