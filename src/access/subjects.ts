import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { accessErrors } from './errors.ts';
import { selectGroupGrants, toSubjectExpression } from './grants.ts';

/** Who can hold roles: a user, or everybody who holds a role on an organization or a project. */
export const SUBJECT_TYPES = ['user', 'organization', 'project'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export interface Subject {
  readonly type: SubjectType;
  readonly id: string;
}

/** The subject that `<type>:<id>` names. Throws 400s on another shape, an unknown type and an id that is no UUID. */
export function parseSubject(member: string): Subject {
  const at = member.indexOf(':');
  if (at < 0) throw accessErrors.invalidMember(member, 'must have the form <subject_type>:<subject_id>');
  const type = SUBJECT_TYPES.find((known) => known === member.slice(0, at));
  if (type === undefined) throw accessErrors.invalidSubjectType(member.slice(0, at), SUBJECT_TYPES);
  const id = member.slice(at + 1);
  if (!isId(id)) throw errors.malformedIdentifier('member', member);
  return { type, id: id.toLowerCase() };
}

/** The subject as text. */
export function formatSubject(subject: { readonly type: string; readonly id: string }): string {
  return `${subject.type}:${subject.id}`;
}

/** A condition: a grant, by the name it has in a query, is on an organization or on something in it. */
function isWithin(grant: string, orgId: string): RawBuilder<boolean> {
  const [resource, project] = [sql.ref(`${grant}.resource_id`), sql.ref(`${grant}.project_id`)];
  return sql<boolean>`(${resource} = ${orgId} or exists (select from projects p
    where p.org_id = ${orgId} and p.id in (${resource}, ${project})))`;
}

/** A condition: a subject holds a role on an organization or on something in it, as users do who joined it. */
export function belongsToOrganization(orgId: string, { type, id }: Subject): RawBuilder<boolean> {
  return sql<boolean>`exists (select from role_grants own
    where own.subject_type = ${type} and own.subject_id = ${id} and ${isWithin('own', orgId)})`;
}

/** Where a subject is named, and by whom. */
export interface SubjectLookup {
  readonly orgId: string;
  /** The user or project that asks. */
  readonly requesterId: string;
  readonly resourceId: string;
  /** Whether users count who only belong to a group that was let in: of them it can be asked what they may, but they joined nothing here. */
  readonly includeGroupMembers?: boolean;
}

/**
 * Throws a 404 unless the subject is there for who asks. A user is, who holds a role in the organization: whoever does not
 * has to join it before anything is given to them, so that nobody is made a member of what they do not know, or is named to
 * strangers. An organization or a project must be of the organization at hand, one that the asking user belongs to, or one
 * that holds a role on the resource already, so that others' cannot be probed and whatever was given can be taken.
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
