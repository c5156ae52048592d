import { type RawBuilder, sql } from 'kysely';
import { holdsProjectRole } from '../access/grants.ts';
import { RESTRICTED_READER_ROLE } from '../access/roles.ts';
import { selectVerifiedAddress } from '../access/subjects.ts';
import type { SubjectRef } from '../platform/errors.ts';

/**
 * Readers of a document at its source: mail addresses of people (`user:`) and groups (`group:`), in lower case. Null if
 * its source states none, so that only the permissions of the project apply.
 */
export type SourceReaders = readonly string[] | null;

/** Members of the groups of a source, by mail address or name of the group. */
export type SourceGroups = ReadonlyMap<string, readonly string[]>;

/** Reader that every restricted document has: holders of the role. */
const RESTRICTED_READER = `role:${RESTRICTED_READER_ROLE}`;

/** Returns the reader entry of a person with this mail address. */
export const toPersonReader = (email: string) => `user:${email.trim().toLowerCase()}`;

/**
 * Returns the reader entry of a group. Groups belong to their source: another one can have a group of the same name.
 */
export const toGroupReader = (group: string) => `group:${group.trim().toLowerCase()}`;

/** Returns the readers of a document as they are stored. */
export function toStoredReaders(readers: SourceReaders, sourceId: string): string[] | null {
  if (readers === null) return null;
  const scoped = readers.map((reader) =>
    reader.startsWith('group:') ? `group:${sourceId}:${reader.slice(6)}` : reader,
  );
  return [...new Set([...scoped, RESTRICTED_READER])];
}

/**
 * Condition on a document `d` of the project: its source lets the subject read it. The subquery does not depend on the
 * document, so that it runs once per statement. Only a verified mail address counts; subjects without one, such as
 * OAuth clients and task tokens, read no restricted document without the role.
 */
export function isReadableAtSource(
  projectId: string,
  subject: SubjectRef,
  readers: RawBuilder<unknown> = sql`d.source_readers`,
): RawBuilder<boolean> {
  const address = selectVerifiedAddress(subject);
  return sql<boolean>`(${readers} is null or ${readers} && array(
    select 'user:' || address from (select ${address} as address) subject where address is not null
    union all
    select 'group:' || g.source_id || ':' || g.name from source_group_members g
      where g.project_id = ${projectId}::uuid and g.email = ${address}
    union all
    select ${RESTRICTED_READER}::text where ${holdsProjectRole(subject, projectId, RESTRICTED_READER_ROLE)}))`;
}
