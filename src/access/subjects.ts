import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { accessErrors } from './errors.ts';

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
  if (at < 0) throw accessErrors.invalidMember(member, 'is not of the form <subject_type>:<subject_id>');
  const type = SUBJECT_TYPES.find((known) => known === member.slice(0, at));
  if (type === undefined) throw accessErrors.invalidSubjectType(member.slice(0, at), SUBJECT_TYPES);
  const id = member.slice(at + 1);
  if (!isId(id)) throw errors.malformedIdentifier('member', member);
  return { type, id: id.toLowerCase() };
}

/** The subject as text. */
export function subjectText(subject: { readonly type: string; readonly id: string }): string {
  return `${subject.type}:${subject.id}`;
}

/**
 * Throws a 404 unless the subject exists. An organization or a project must also be of the organization at hand, one that the
 * asking user belongs to, or one that holds a role on the resource already, so that others' cannot be probed and whatever was
 * given can be taken.
 */
export async function checkSubject(
  db: Executor,
  subject: Subject,
  asked: { readonly orgId: string; readonly by: string; readonly resourceId: string },
): Promise<void> {
  const { id } = subject;
  const belongs = sql`exists (select from role_grants m where m.subject_id = ${asked.by} and m.resource_id = ${id}
    or m.subject_id = ${id} and m.resource_id = ${asked.resourceId})`;
  const known = {
    user: sql`select from users where id = ${id}`,
    organization: sql`select from organizations where id = ${id} and deleted_at is null and (id = ${asked.orgId} or ${belongs})`,
    project: sql`select from projects where id = ${id} and deleted_at is null and (org_id = ${asked.orgId} or ${belongs})`,
  };
  const { rows } = await sql`${known[subject.type]}`.execute(db);
  if (rows.length === 0) throw errors.notFound('member', subjectText(subject));
}
