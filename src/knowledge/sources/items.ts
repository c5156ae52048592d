import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { SourceItemsTable, SourceRunsTable } from './tables.ts';

/** A thing that is to be visited. */
export type SourceItem = Selectable<SourceItemsTable>;

type Run = Pick<Selectable<SourceRunsTable>, 'id' | 'source_id' | 'project_id'>;

/** A thing that became known in a run. */
export interface DiscoveredItem {
  readonly ref: string;
  readonly depth?: number;
  readonly hops?: number;
  readonly lane?: string;
  /** What it has in common with others of which a run visits only so many. */
  readonly family?: { readonly name: string; readonly limit: number };
  readonly isMap?: boolean;
  /** Its version as a list names it. */
  readonly etag?: string;
}

/** How many of the things that became known are visited, and how many are unchanged as the list says. */
export interface QueueResult {
  readonly unchanged: number;
  /** Some are left out, since the run has so many already. */
  readonly isFull: boolean;
  /** Some are left out, since there seems to be no end of them. */
  readonly isEndless: boolean;
}

/** Things that are stored in one statement. */
const ITEMS_PER_STATEMENT = 1000;

/**
 * Queues what became known in a run, each once. What a list names in the version that its document was made of is settled at
 * once. `most` is how many things the run visits in all.
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

/** Which of these the run knows; one that waits to be visited and is nearer than was known is so from now on. */
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
    insert into source_items as i (source_id, ref, project_id, run_id, state, depth, hops, lane, family, is_map, listed_etag)
    select ${run.source_id}, f.ref, ${run.project_id}, ${run.id}, 'pending', f.depth, f.hops, f.lane, f.family, f.is_map, f.etag
    from unnest(${column(({ ref }) => ref)}::text[], ${column(({ depth = 0 }) => depth)}::int[],
      ${column(({ hops = 0 }) => hops)}::int[], ${column(({ lane = null }) => lane)}::text[],
      ${column(({ family }) => family?.name ?? null)}::text[], ${column(({ isMap = false }) => isMap)}::boolean[],
      ${column(({ etag = null }) => etag)}::text[]) with ordinality as f(ref, depth, hops, lane, family, is_map, etag, at)
    order by f.at
    on conflict (source_id, ref) do update set run_id = excluded.run_id, depth = excluded.depth, hops = excluded.hops,
      lane = excluded.lane, family = excluded.family, is_map = excluded.is_map, listed_etag = excluded.listed_etag,
      leads_to = null, attempts = 0, not_before = null,
      state = case when i.document_id is not null and i.etag = excluded.listed_etag then 'settled' else 'pending' end
    returning i.state = 'settled' as unchanged`.execute(trx);
  return rows.filter(({ unchanged }) => unchanged).length;
}

/** Queues what is known of some lanes from earlier runs: it may be gone, or lead on. Answers whether there is more than `most`. */
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

/** What can be visited now, the nearest first; a lane takes one visitor at a time. */
export async function listDueItems(db: Executor, run: Run, count: number): Promise<SourceItem[]> {
  const { rows } = await sql<SourceItem>`
    select i.* from source_items i left join source_lanes l on l.lane = i.lane
    where i.source_id = ${run.source_id} and i.run_id = ${run.id} and i.state = 'pending'
      and (i.not_before is null or i.not_before <= now()) and (l.free_at is null or l.free_at <= now())
    order by i.depth, i.n limit ${count}`.execute(db);
  return rows;
}

/** Milliseconds until something can be visited; undefined where nothing is left to visit. */
export async function getNextDelayMs(db: Executor, run: Run): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select min(greatest(0, extract(epoch from greatest(i.not_before, l.free_at, now()) - now()) * 1000))::float8 as ms
    from source_items i left join source_lanes l on l.lane = i.lane
    where i.source_id = ${run.source_id} and i.run_id = ${run.id} and i.state = 'pending'`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** A thing that a step is done with, locked; undefined where another did it, or the run is not to go on. */
export async function lockPending(trx: Executor, run: Run, ref: string): Promise<SourceItem | undefined> {
  const { rows } = await sql<SourceItem>`
    select i.* from source_runs r join knowledge_sources s on s.id = r.source_id join source_items i on i.source_id = s.id
    where r.id = ${run.id} and r.completed is null and r.status <> 'cancelling' and s.deleted_at is null
      and i.ref = ${ref} and i.run_id = r.id and i.state = 'pending'
    for share of s for no key update of r, i`.execute(trx);
  return rows[0];
}

/** What is known of a thing once it was visited. */
export type ItemVersion = Partial<
  Pick<SourceItem, 'document_id' | 'etag' | 'last_modified' | 'sha256' | 'leads_to' | 'listed_etag'>
>;

/** Notes that a thing is done with in this run. */
export async function settleItem(trx: Executor, item: SourceItem, known: ItemVersion): Promise<void> {
  await trx
    .updateTable('source_items')
    .set({ ...known, state: 'settled', not_before: null })
    .where('source_id', '=', item.source_id)
    .where('ref', '=', item.ref)
    .execute();
}

/** Notes that a thing is to be visited again in this run; `counts` where the visit was one that came to nothing. */
export async function postponeItem(db: Executor, item: SourceItem, ms: number, isFailure: boolean): Promise<void> {
  await sql`update source_items set not_before = now() + ${ms} * interval '1 millisecond', attempts = attempts + ${isFailure ? 1 : 0}
    where source_id = ${item.source_id} and ref = ${item.ref} and run_id = ${item.run_id} and state = 'pending'`.execute(
    db,
  );
}

/** Whether a run saw nothing of a source that documents came from. */
export async function isUnexpectedlyEmpty(db: Executor, run: Run): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`
    select not exists (select from source_items where source_id = ${run.source_id} and run_id = ${run.id})
      and exists (select from source_items where source_id = ${run.source_id} and document_id is not null) as is_so`.execute(
    db,
  );
  return rows[0]?.is_so ?? false;
}

/** Things that earlier runs saw and this one did not. */
export async function lockUnseenItems(trx: Executor, run: Run, limit: number): Promise<SourceItem[]> {
  return trx
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', run.source_id)
    .where('run_id', '<>', run.id)
    .orderBy('ref')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Forgets things. */
export async function deleteItems(trx: Executor, sourceId: string, refs: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('ref', 'in', [...refs])
    .execute();
}

/** A thing of a source as the run has it. */
export function findItem(db: Executor, run: Run, ref: string): Promise<SourceItem | undefined> {
  return db
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', run.source_id)
    .where('run_id', '=', run.id)
    .where('ref', '=', ref)
    .executeTakeFirst();
}
