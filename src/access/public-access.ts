import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { accessErrors } from './errors.ts';

/** Organization settings that allow public access: public tasks, and share links of tasks and agents. */
type PublicAccess = 'publishing_enabled' | 'sharing_enabled';

const ERRORS = {
  publishing_enabled: accessErrors.publishingDisabled,
  sharing_enabled: accessErrors.sharingDisabled,
} as const satisfies Record<PublicAccess, unknown>;

/** SQL condition: the organization allows this kind of public access. */
export function allowsPublicAccess(access: PublicAccess, orgId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select ${sql.ref(`opening.${access}`)} from organizations opening where opening.id = ${orgId})`;
}

/** Throws a 409 if the organization does not allow this kind of public access. */
export async function assertPublicAccess(db: Executor, access: PublicAccess, orgId: string): Promise<void> {
  const row = await db.selectFrom('organizations').select(access).where('id', '=', orgId).executeTakeFirst();
  if (!row?.[access]) throw ERRORS[access](orgId);
}
