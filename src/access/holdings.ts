import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Asker } from './contract.ts';
import { type Grant, grantsBelow, grantsOf, rolesByType, subjectOf } from './grants.ts';
import type { Holdings } from './permissions.ts';
import type { SecurableType, Slot } from './resources.ts';

export type { Asker } from './contract.ts';

/** What somebody holds on a resource of the project that their path does not name. */
export type HoldingsOn = (id: string) => Holdings;

/**
 * Looks up what somebody holds on resources of one type in the project of their path, such as a body or a list names: the
 * roles on organization and project as the path has them, those given on the resource itself, and the scopes of the
 * credential. `ids` leaves out all others; without it every grant below the project is read.
 */
export async function holdingsOn(
  db: Executor,
  asker: Asker,
  type: SecurableType,
  ids?: readonly string[],
): Promise<HoldingsOn> {
  const given = await givenBelow(db, asker, type, ids);
  return (id) => withGiven(asker, type, given.get(id.toLowerCase()));
}

/** The same by the type and id of a resource; null stands for what holds on all of that type. */
export type HoldingsBelow = (type: string, id: string | null) => Holdings;

/** The same for resources of all types, each named with its type, in one look. */
export async function holdingsBelow(db: Executor, asker: Asker): Promise<HoldingsBelow> {
  const given = await givenBelow(db, asker);
  return (type, id) => withGiven(asker, type, id === null ? undefined : given.get(id.toLowerCase()));
}

/** Roles given on resources below the project of the path, by their ids. */
async function givenBelow(
  db: Executor,
  { subject, projectId }: Asker,
  type?: SecurableType,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const given = new Map<string, Set<string>>();
  if (ids?.length === 0) return given;
  const among = ids === undefined ? sql`` : sql`where resource_id = any(${[...ids]}::uuid[])`;
  const { rows } = await sql<{ resource_id: string; role: string }>`
    select resource_id, role from (${grantsBelow(subject, type, projectId)}) held ${among}`.execute(db);
  for (const { resource_id, role } of rows) given.set(resource_id, (given.get(resource_id) ?? new Set()).add(role));
  return given;
}

function withGiven({ holdings }: Asker, type: string, direct: ReadonlySet<string> | undefined): Holdings {
  const { organization, project } = holdings.roles;
  const above = { ...(organization && { organization }), ...(project && { project }) };
  return { ...holdings, roles: direct === undefined ? above : { ...above, [type]: direct } };
}

/** What somebody holds on resources of a place that their path does not name at all; the scopes are those of the credential. */
export async function holdingsAt(
  db: Executor,
  { subject, clientId, holdings }: Pick<Asker, 'subject' | 'clientId' | 'holdings'>,
  place: { readonly slots: readonly Slot[]; readonly projectId: string },
): Promise<Holdings> {
  const { rows } = await sql<{ grants: readonly Grant[] }>`
    select ${grantsOf(subjectOf({ ...subject, clientId }), place.slots, place.projectId)} as grants`.execute(db);
  return { ...holdings, roles: rolesByType(rows[0]?.grants ?? []) };
}
