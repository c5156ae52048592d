import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type SourceGroups, type SourceReaders, toStoredReaders } from '../readers.ts';
import type { SourceItemsTable, SourceRunsTable } from './tables.ts';

/** An item of a source. */
export type SourceItem = Selectable<SourceItemsTable>;

type Run = Pick<Selectable<SourceRunsTable>, 'id' | 'source_id' | 'project_id'>;

/** An item that a run discovered. */
export interface DiscoveredItem {
  readonly ref: string;
  readonly depth?: number;
  readonly hops?: number;
  readonly lane?: string;
  /** Group of similar addresses of which a run visits a limited number. */
  readonly family?: { readonly name: string; readonly limit: number };
  readonly isMap?: boolean;
  /** Version in the list. */
  readonly etag?: string;
  /** Who may read it at the source. Default: the source states no permissions. */
  readonly readers?: SourceReaders;
}

/** Result of queueing items. */
interface QueueResult {
  readonly unchanged: number;
  /** Whether items were skipped because of the run's limit. */
  readonly isFull: boolean;
  /** Whether items were skipped because they seem endless. */
  readonly isEndless: boolean;
}

/** Items per statement. */
const ITEMS_PER_STATEMENT = 1000;

/**
 * Queues discovered items once. Items whose listed version matches their document are settled. `limit` is the total per
 * run.
 */
export async function queueItems(
  trx: Executor,
  run: Run,
  found: readonly DiscoveredItem[],
  limit: number,
): Promise<QueueResult> {
  const known = await findKnownRefs(trx, run, found);
  const fresh = [...new Map(found.map((item) => [item.ref, item])).values()].filter(({ ref }) => !known.has(ref));
  const limited = await limitFamilies(trx, run, fresh);
  const freeCount =
    limited.length === 0 || limit === Number.POSITIVE_INFINITY ? limited.length : limit - (await countItems(trx, run));
  const selected = limited.filter((item, index) => item.isMap || index < freeCount);
  let unchanged = 0;
  for (let from = 0; from < selected.length; from += ITEMS_PER_STATEMENT)
    unchanged += await insertItems(trx, run, selected.slice(from, from + ITEMS_PER_STATEMENT));
  return { unchanged, isFull: selected.length < limited.length, isEndless: limited.length < fresh.length };
}

/** Returns the items that the run knows. Updates the depth of pending items that are nearer than known. */
async function findKnownRefs(trx: Executor, run: Run, found: readonly DiscoveredItem[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < found.length; from += ITEMS_PER_STATEMENT) {
    const some = found.slice(from, from + ITEMS_PER_STATEMENT);
    const { rows } = await sql<{ ref: string }>`
      with found as (
        select ref, min(depth) as depth from unnest(${some.map(({ ref }) => ref)}::text[], ${some.map(({ depth = 0 }) => depth)}::int[])
          as f(ref, depth) group by ref
      ), nearer as (
        update source_items i set depth = f.depth from found f
        where i.source_id = ${run.source_id} and i.ref = f.ref and i.run_id = ${run.id} and i.state = 'pending' and f.depth < i.depth
      )
      select i.ref from source_items i join found f on f.ref = i.ref where i.source_id = ${run.source_id} and i.run_id = ${run.id}`.execute(
      trx,
    );
    for (const { ref } of rows) known.add(ref);
  }
  return known;
}

async function limitFamilies(
  trx: Executor,
  run: Run,
  found: readonly DiscoveredItem[],
): Promise<readonly DiscoveredItem[]> {
  const names = [...new Set(found.flatMap(({ family }) => family?.name ?? []))];
  if (names.length === 0) return found;
  const { rows } = await sql<{ family: string; count: number }>`
    select family, count(*)::int as count from source_items where run_id = ${run.id} and family = any(${names}::text[])
    group by family`.execute(trx);
  const counts = new Map(rows.map(({ family, count }) => [family, count]));
  return found.filter(({ family }) => {
    if (!family) return true;
    const count = counts.get(family.name) ?? 0;
    counts.set(family.name, count + 1);
    return count < family.limit;
  });
}

async function countItems(trx: Executor, { id }: Run): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from source_items where run_id = ${id} and not is_map`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function insertItems(trx: Executor, run: Run, found: readonly DiscoveredItem[]): Promise<number> {
  const column = <T>(of: (item: DiscoveredItem) => T) => found.map(of);
  const { rows } = await sql<{ unchanged: boolean }>`
    insert into source_items as i (source_id, ref, project_id, run_id, state, depth, hops, lane, family, is_map, listed_etag, readers)
    select ${run.source_id}, f.ref, ${run.project_id}, ${run.id}, 'pending', f.depth, f.hops, f.lane, f.family, f.is_map, f.etag,
      case when f.readers is not null then array(select jsonb_array_elements_text(f.readers::jsonb)) end
    from unnest(${column(({ ref }) => ref)}::text[], ${column(({ depth = 0 }) => depth)}::int[],
      ${column(({ hops = 0 }) => hops)}::int[], ${column(({ lane = null }) => lane)}::text[],
      ${column(({ family }) => family?.name ?? null)}::text[], ${column(({ isMap = false }) => isMap)}::boolean[],
      ${column(({ etag = null }) => etag)}::text[],
      ${column(({ readers = null }) => toReadersJson(readers, run.source_id))}::text[])
      with ordinality as f(ref, depth, hops, lane, family, is_map, etag, readers, at)
    order by f.at
    on conflict (source_id, ref) do update set run_id = excluded.run_id, depth = excluded.depth, hops = excluded.hops,
      lane = excluded.lane, family = excluded.family, is_map = excluded.is_map, listed_etag = excluded.listed_etag,
      leads_to = null, attempts = 0, not_before = null, held_sha256 = null, readers = excluded.readers,
      removal = case when excluded.listed_etag is null then i.removal end,
      removal_problem = case when excluded.listed_etag is null then i.removal_problem end,
      state = case when i.document_id is not null and i.etag = excluded.listed_etag then 'settled' else 'pending' end
    returning i.state = 'settled' as unchanged`.execute(trx);
  await setSourceReaders(
    trx,
    run,
    found.map(({ ref }) => ref),
  );
  return rows.filter(({ unchanged }) => unchanged).length;
}

function toReadersJson(readers: SourceReaders, sourceId: string): string | null {
  const stored = toStoredReaders(readers, sourceId);
  return stored && JSON.stringify(stored);
}

/** Applies the readers of items to their documents at once, also if their content is unchanged. */
async function setSourceReaders(trx: Executor, { source_id: sourceId }: Run, refs: readonly string[]): Promise<void> {
  await sql`update documents d set source_readers = i.readers from source_items i
    where i.source_id = ${sourceId} and i.ref = any(${[...refs]}::text[]) and d.id = i.document_id
      and d.source_readers is distinct from i.readers`.execute(trx);
}

/** Replaces the members of the groups of a source. */
export async function replaceSourceGroups(trx: Executor, run: Run, groups: SourceGroups): Promise<void> {
  const members = [...groups].flatMap(([name, emails]) => emails.map((email) => [name, email].map(toComparable)));
  await trx.deleteFrom('source_group_members').where('source_id', '=', run.source_id).execute();
  await sql`insert into source_group_members (source_id, project_id, name, email)
    select distinct ${run.source_id}::uuid, ${run.project_id}::uuid, name, email
    from unnest(${members.map(([name]) => name)}::text[], ${members.map(([, email]) => email)}::text[]) m(name, email)`.execute(
    trx,
  );
}

const toComparable = (text: string) => text.trim().toLowerCase();

/**
 * Queues items of earlier runs in some lanes, because they may be gone or have new links. Returns whether the limit was
 * exceeded.
 */
export async function requeueKnownItems(
  trx: Executor,
  run: Run,
  lanes: readonly string[],
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    with known as (
      select ref from source_items where source_id = ${run.source_id} and run_id <> ${run.id} and lane = any(${[...lanes]}::text[])
      order by document_id is null, depth, n limit ${limit + 1}
    ), taken as (select ref from known limit ${limit})
    update source_items i set run_id = ${run.id}, state = 'pending', leads_to = null, attempts = 0, not_before = null, hops = 0
    from taken where i.source_id = ${run.source_id} and i.ref = taken.ref
    returning (select count(*) from known) > ${limit} as more`.execute(trx);
  return (rows as { more: boolean }[])[0]?.more ?? false;
}

/** Lists items that are due, nearest first. A lane allows one visitor at a time. */
export async function listDueItems(db: Executor, run: Run, count: number): Promise<SourceItem[]> {
  const { rows } = await sql<SourceItem>`
    select i.* from source_items i left join source_lanes l on l.lane = i.lane
    where i.source_id = ${run.source_id} and i.run_id = ${run.id} and i.state = 'pending'
      and (i.not_before is null or i.not_before <= now()) and (l.free_at is null or l.free_at <= now())
    order by i.depth, i.n limit ${count}`.execute(db);
  return rows;
}

/** Returns the milliseconds until the next item is due, undefined if none is left. */
export async function getNextDelayMs(db: Executor, run: Run): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select min(greatest(0, extract(epoch from greatest(i.not_before, l.free_at, now()) - now()) * 1000))::float8 as ms
    from source_items i left join source_lanes l on l.lane = i.lane
    where i.source_id = ${run.source_id} and i.run_id = ${run.id} and i.state = 'pending'`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** Locks a visited item. Returns undefined if another step settled it or the run must not continue. */
export async function lockPending(trx: Executor, run: Run, ref: string): Promise<SourceItem | undefined> {
  const { rows } = await sql<SourceItem>`
    select i.* from source_runs r join knowledge_sources s on s.id = r.source_id join source_items i on i.source_id = s.id
    where r.id = ${run.id} and r.completed is null and r.status <> 'cancelling' and s.deleted_at is null
      and i.ref = ${ref} and i.run_id = r.id and i.state = 'pending'
    for share of s for no key update of r, i`.execute(trx);
  return rows[0];
}

/** Version of a visited item. */
export type ItemVersion = Partial<
  Pick<
    SourceItem,
    | 'document_id'
    | 'etag'
    | 'last_modified'
    | 'sha256'
    | 'template_sha256'
    | 'previous_template_sha256'
    | 'leads_to'
    | 'listed_etag'
  >
>;

/** Fields of an item without a document. */
export const NO_CONTENT = {
  document_id: null,
  etag: null,
  last_modified: null,
  sha256: null,
  template_sha256: null,
  previous_template_sha256: null,
} as const;

/** Fields of an item that the source contains. */
export const PRESENT = { removal: null, removal_problem: null } as const;

/** Marks an item as settled in this run. */
export async function settleItem(
  trx: Executor,
  item: SourceItem,
  known: ItemVersion & { readonly removal?: null; readonly removal_problem?: null },
): Promise<void> {
  await trx
    .updateTable('source_items')
    .set({ ...known, state: 'settled', not_before: null })
    .where('source_id', '=', item.source_id)
    .where('ref', '=', item.ref)
    .execute();
}

/** Postpones an item in this run. `isFailure` counts the visit as failed. */
export async function postponeItem(db: Executor, item: SourceItem, ms: number, isFailure: boolean): Promise<void> {
  await sql`update source_items set not_before = now() + ${ms} * interval '1 millisecond', attempts = attempts + ${isFailure ? 1 : 0}
    where source_id = ${item.source_id} and ref = ${item.ref} and run_id = ${item.run_id} and state = 'pending'`.execute(
    db,
  );
}

/** Finds an item of a run. */
export function findItem(db: Executor, run: Run, ref: string): Promise<SourceItem | undefined> {
  return db
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', run.source_id)
    .where('run_id', '=', run.id)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

/** Whether another page of the source has changed into this one, by template digests. They differed before. */
export async function hasChangedInto(db: Executor, item: SourceItem, template: Buffer): Promise<boolean> {
  const { rows } = await sql`select from source_items i
    where i.source_id = ${item.source_id} and i.ref <> ${item.ref} and i.template_sha256 = ${template}
      and i.previous_template_sha256 <> i.template_sha256
      and i.previous_template_sha256 is distinct from ${item.template_sha256} limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds the pending page of a document whose address is nearest to that of an item and whose page was another one. */
export async function findNeighbor(
  db: Executor,
  item: SourceItem,
  template: Buffer,
): Promise<{ readonly ref: string; readonly template: string } | undefined> {
  const folder = item.ref.slice(0, item.ref.lastIndexOf('/') + 1);
  const { rows } = await sql<{ readonly ref: string; readonly template: string }>`
    select ref, encode(template_sha256, 'hex') as template from source_items
    where source_id = ${item.source_id} and run_id = ${item.run_id} and state = 'pending' and lane = ${item.lane}
      and ref <> ${item.ref} and document_id is not null and template_sha256 is not null
      and template_sha256 not in (${item.template_sha256 ?? template}, ${template})
    order by not starts_with(ref, ${folder}), n limit 1`.execute(db);
  return rows[0];
}
