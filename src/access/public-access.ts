import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { accessErrors } from './errors.ts';

/** Ways in which an organization lets people outside see what is its own: public tasks, and links to tasks and agents. */
export type PublicAccess = 'publishing_enabled' | 'sharing_enabled';

const ERRORS = {
  publishing_enabled: accessErrors.publishingDisabled,
  sharing_enabled: accessErrors.sharingDisabled,
} as const satisfies Record<PublicAccess, unknown>;

/** A condition, for use within a larger query: an organization lets people outside in on a way. */
export function allowsPublicAccess(access: PublicAccess, orgId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select ${sql.ref(`opening.${access}`)} from organizations opening where opening.id = ${orgId})`;
}

/** Throws a 409 where an organization does not let people outside in on a way. */
export async function assertPublicAccess(db: Executor, access: PublicAccess, orgId: string): Promise<void> {
  const row = await db.selectFrom('organizations').select(access).where('id', '=', orgId).executeTakeFirst();
  if (!row?.[access]) throw ERRORS[access](orgId);
}
