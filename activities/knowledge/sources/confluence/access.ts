import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { type SourceReaders, toGroupReader, toPersonReader } from '../../../../src/knowledge/readers.ts';
import { createResponseReader } from '../api-requests.ts';
import type { SyncContext } from '../kind.ts';
import { type ConfluencePage, createListReader, readAll, requestConfluence } from './api.ts';

/** Mail addresses in lower case. */
type People = ReadonlySet<string>;

const User = Type.Object({ email: Type.Optional(Type.Union([Type.String(), Type.Null()])) });
const Group = Type.Object({ id: Type.String() });
const readGrants = createListReader(
  Type.Object({
    principal: Type.Object({ type: Type.String(), id: Type.String() }),
    operation: Type.Object({ key: Type.String(), targetType: Type.String() }),
  }),
);
const readUser = createResponseReader(User);
const readMembers = createResponseReader(Type.Object({ results: Type.Array(User) }));
const readAncestors = createResponseReader(Type.Object({ results: Type.Array(Type.Object({ id: Type.String() })) }));
const readRestriction = createResponseReader(
  Type.Object({
    restrictions: Type.Object({
      user: Type.Object({ results: Type.Array(User) }),
      group: Type.Object({ results: Type.Array(Group) }),
    }),
  }),
);

const ITEMS_PER_REQUEST = 200;
/** Maximum number of permissions of a space. */
const MAX_GRANTS = 100_000;
/** Maximum number of responses and of runs whose permissions are kept. */
const MAX_CACHED = 20_000;
const MAX_CACHED_RUNS = 20;

/** Responses of the runs of this process, which many pages share. */
const runs = new LRUCache<string, LRUCache<string, Promise<object>>>({ max: MAX_CACHED_RUNS, ttl: 1_800_000 });

/** Forgets what was read for a run. */
export function clearAccessCache(runId: string): void {
  runs.delete(runId);
}

/** Name of the group of people who may read a space. */
export const toSpaceGroup = (spaceId: string) => `space ${spaceId}`;

/**
 * Returns who may read a page: people whom its space, and each restriction of the page and of the pages above it, lets
 * read it.
 */
export async function getPageReaders(work: SyncContext, page: ConfluencePage): Promise<SourceReaders> {
  const above = await getAncestors(work, page);
  const restrictions = await Promise.all([page.id, ...above].map((id) => getRestriction(work, id)));
  const limits = restrictions.flatMap((people) => (people === 'none' ? [] : [people]));
  const [first, ...others] = limits;
  if (first === undefined) return [toGroupReader(toSpaceGroup(page.spaceId))];
  const all = [...others, await getSpaceReaders(work, page.spaceId)];
  return [...first].filter((email) => all.every((people) => people.has(email))).map(toPersonReader);
}

/** Returns the people who may read a space. */
export function getSpaceReaders(work: SyncContext, spaceId: string): Promise<People> {
  return readOnce(work, `space ${spaceId}`, async () => {
    const people: People[] = [];
    const path = `/api/v2/spaces/${encodeURIComponent(spaceId)}/permissions`;
    const options = { read: readGrants, query: { limit: ITEMS_PER_REQUEST }, max: MAX_GRANTS };
    for (const { principal, operation } of await readAll(work, path, options)) {
      if (operation.key !== 'read' || operation.targetType !== 'space') continue;
      if (principal.type === 'user') people.push(await getUser(work, principal.id));
      if (principal.type === 'group') people.push(await getMembers(work, principal.id));
    }
    return union(people);
  });
}

/** IDs of the pages and folders above a page. Pages with the same parent share them. */
function getAncestors(work: SyncContext, { id, parentId }: ConfluencePage): Promise<readonly string[]> {
  if (parentId === undefined || parentId === null) return Promise.resolve([]);
  return readOnce(work, `above ${parentId}`, async () => {
    const found = await requestConfluence(work, `/api/v2/pages/${id}/ancestors`, { limit: 250 });
    // A page that is gone meanwhile is not restricted by what is above it; its visit finds that it is gone.
    return found === undefined ? [] : [...new Set([...readAncestors(found).results.map((item) => item.id), parentId])];
  });
}

/** People to whom reading is restricted. A restriction that cannot be read lets nobody read. */
function getRestriction(work: SyncContext, id: string): Promise<People | 'none'> {
  const restriction = readOnce(work, `restriction ${id}`, async () => {
    const people: People[] = [];
    for (let start = 0; ; start += ITEMS_PER_REQUEST) {
      const path = `/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read`;
      const found = await requestConfluence(work, path, { start, limit: ITEMS_PER_REQUEST });
      if (found === undefined) return { people: NOBODY };
      const { user, group } = readRestriction(found).restrictions;
      people.push(toPeople(user.results));
      for (const { id: groupId } of group.results) people.push(await getMembers(work, groupId));
      const isRestricted = start > 0 || user.results.length + group.results.length > 0;
      if (!isRestricted) return { people: 'none' as const };
      if (Math.max(user.results.length, group.results.length) < ITEMS_PER_REQUEST) return { people: union(people) };
    }
  });
  return restriction.then(({ people }) => people);
}

function getMembers(work: SyncContext, groupId: string): Promise<People> {
  return readOnce(work, `group ${groupId}`, async () => {
    const people: People[] = [];
    for (let start = 0; ; start += ITEMS_PER_REQUEST) {
      const path = `/rest/api/group/${encodeURIComponent(groupId)}/membersByGroupId`;
      const found = await requestConfluence(work, path, { start, limit: ITEMS_PER_REQUEST });
      const results = found === undefined ? [] : readMembers(found).results;
      people.push(toPeople(results));
      if (results.length < ITEMS_PER_REQUEST) return union(people);
    }
  });
}

function getUser(work: SyncContext, accountId: string): Promise<People> {
  return readOnce(work, `user ${accountId}`, async () => {
    const found = await requestConfluence(work, '/rest/api/user', { accountId });
    return found === undefined ? NOBODY : toPeople([readUser(found)]);
  });
}

const NOBODY: People = new Set();

/** Mail addresses of users. Users who hide theirs are left out, and so read nothing that is restricted. */
function toPeople(users: readonly { readonly email?: string | null }[]): People {
  return new Set(users.flatMap(({ email }) => (email ? [email.trim().toLowerCase()] : [])));
}

function union(sets: readonly People[]): People {
  return new Set(sets.flatMap((people) => [...people]));
}

/** Reads something once per run and process. A failure is not kept. */
function readOnce<T extends object>({ run }: SyncContext, key: string, read: () => Promise<T>): Promise<T> {
  const known = runs.get(run.id) ?? new LRUCache({ max: MAX_CACHED });
  runs.set(run.id, known);
  const found = known.get(key);
  if (found) return found as Promise<T>;
  const reading = read();
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
}
