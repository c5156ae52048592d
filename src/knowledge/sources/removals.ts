/** Decides which documents a source no longer contains, and which of those removals a person has to confirm. */

import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import { sourceErrors } from '../errors.ts';
import { sourceFailures } from '../failures.ts';
import { isReadableAtSource } from '../readers.ts';
import { deleteDocumentInTransaction, type FollowUp, type RemovalContext } from './documents.ts';
import { NO_CONTENT, PRESENT, type SourceItem } from './items.ts';
import { parseSourceDuration } from './schedule.ts';
import type { KnowledgeSourceStatesTable, KnowledgeSourcesTable, SourceRunsTable } from './tables.ts';

type Run = Pick<Selectable<SourceRunsTable>, 'id' | 'source_id'>;
type Policy = Pick<
  Selectable<KnowledgeSourcesTable>,
  'removal_max_documents' | 'removal_max_percent' | 'removal_repeat_after'
>;
type State = Pick<Selectable<KnowledgeSourceStatesTable>, 'withheld_digest' | 'withheld_since'> & {
  readonly now: Date;
};

/** What a person does with withheld removals. */
export const REMOVAL_DECISIONS = ['apply', 'keep'] as const;
/** Decision of a person on withheld removals. */
type RemovalDecision = (typeof REMOVAL_DECISIONS)[number];

/** Documents that a source lacks. */
interface MissingDocuments {
  readonly missing: number;
  /** All documents of the source, except those that a person kept. */
  readonly known: number;
  /** Of the missing ones, those whose addresses return a page that others return, too. */
  readonly same: number;
  readonly digest: string | null;
}

/** Reason of an item whose address returns a page that others return, too. Only a person decides that it is gone. */
export const SAME_PAGE = 'SAME_PAGE';

/**
 * Evaluates once per run the documents that its source lacks: their items become `removing`, or `withheld` over the
 * limits of the source.
 */
export async function evaluateRemovals(trx: Executor, run: Run, listsAllItems: boolean): Promise<void> {
  const { rows } = await sql<State & Policy>`
    select t.withheld_digest, t.withheld_since, s.removal_max_documents, s.removal_max_percent, s.removal_repeat_after, now() as now
    from knowledge_source_states t join knowledge_sources s on s.id = t.source_id join source_runs r on r.id = ${run.id}
    where t.source_id = ${run.source_id} and s.deleted_at is null and r.completed is null and r.status <> 'cancelling'
      and not r.removals_evaluated
    for update of t for no key update of r`.execute(trx);
  const [state] = rows;
  if (!state) return;
  if (listsAllItems) await markUnseenItems(trx, run);
  const found = await countMissing(trx, run.source_id);
  const isWithheld = exceedsLimits(found, state) && !isRepeated(found, state);
  await sql`update source_items set removal = ${isWithheld ? 'withheld' : 'removing'}
    where source_id = ${run.source_id} and removal in ('missing', 'withheld', 'removing')`.execute(trx);
  const isSame = isWithheld && found.digest === state.withheld_digest;
  await trx
    .updateTable('knowledge_source_states')
    .set(
      isWithheld
        ? {
            withheld_digest: found.digest,
            withheld_documents: found.missing,
            withheld_of_documents: found.known,
            withheld_run_id: run.id,
            withheld_since: isSame ? state.withheld_since : sql<Date>`now()`,
          }
        : NOTHING_WITHHELD,
    )
    .where('source_id', '=', run.source_id)
    .execute();
  await sql`update source_runs set removals_evaluated = true, withheld = ${isWithheld ? found.missing : 0}
    where id = ${run.id}`.execute(trx);
}

const NOTHING_WITHHELD = {
  withheld_digest: null,
  withheld_documents: null,
  withheld_of_documents: null,
  withheld_run_id: null,
  withheld_since: null,
};

/** Marks the item of a document as missing. A decision about it stays. */
export async function markMissing(trx: Executor, { source_id, ref }: SourceItem, problem: RunError): Promise<void> {
  await sql`update source_items set removal = 'missing', removal_problem = ${json(problem)}
    where source_id = ${source_id} and ref = ${ref} and (removal is null or removal in ('missing', 'withheld', 'removing'))`.execute(
    trx,
  );
}

/** Marks items that only earlier runs saw. Deletes those without a document. */
async function markUnseenItems(trx: Executor, { id, source_id }: Run): Promise<void> {
  const problem = json(toRunError('NOT_FOUND', sourceFailures.source_item_missing));
  await sql`delete from source_items i where i.source_id = ${source_id} and i.run_id <> ${id}
    and not exists (select from documents d where d.id = i.document_id and d.deleted_at is null)`.execute(trx);
  await sql`update source_items set removal = 'missing', removal_problem = ${problem}
    where source_id = ${source_id} and run_id <> ${id} and removal is null`.execute(trx);
}

async function countMissing(trx: Executor, sourceId: string): Promise<MissingDocuments> {
  const { rows } = await sql<MissingDocuments>`
    select count(*) filter (where i.removal is not null)::int as missing, count(*)::int as known,
      count(*) filter (where i.removal is not null and i.removal_problem->>'reason' = ${SAME_PAGE})::int as same,
      encode(sha256(string_agg(sha256(convert_to(i.ref, 'UTF8')) || uuid_send(i.document_id), ''::bytea
        order by i.ref collate "C") filter (where i.removal is not null)), 'hex') as digest
    from source_items i join documents d on d.id = i.document_id and d.deleted_at is null
    where i.source_id = ${sourceId} and (i.removal is null or i.removal in ('missing', 'withheld', 'removing'))`.execute(
    trx,
  );
  return rows[0] ?? { missing: 0, known: 0, same: 0, digest: null };
}

/** Whether a person must confirm: too many or all documents are missing, or their pages equal other pages. */
export function exceedsLimits(
  { missing, known, same }: Omit<MissingDocuments, 'digest'>,
  policy: Pick<Policy, 'removal_max_documents' | 'removal_max_percent'>,
): boolean {
  if (missing === 0) return false;
  const isOverShare = missing * 100 > known * policy.removal_max_percent;
  return same > 0 || missing === known || (missing > policy.removal_max_documents && isOverShare);
}

/** Whether the source allows this removal because an earlier listing lacked the same documents. */
function isRepeated({ missing, known, digest }: MissingDocuments, state: State & Policy): boolean {
  const { removal_repeat_after: after, withheld_since: since, now } = state;
  // A source without any document is more likely unavailable than empty, however often it is listed.
  if (after === null || since === null || missing === known || digest !== state.withheld_digest) return false;
  return now.getTime() - since.getTime() >= parseSourceDuration('removal_repeat_after', after);
}

/** Finds items that the run is about to remove. */
export function listRemovingItems(db: Executor, { source_id }: Run, limit: number): Promise<SourceItem[]> {
  return selectRemovals(db, source_id, 'removing').limit(limit).execute();
}

/** Locks those of the items that are still about to be removed. */
export function lockRemovingItems(trx: Executor, { source_id }: Run, refs: readonly string[]): Promise<SourceItem[]> {
  return selectRemovals(trx, source_id, 'removing')
    .where('ref', 'in', [...refs])
    .forUpdate()
    .execute();
}

function selectRemovals(db: Executor, sourceId: string, removal: 'removing' | 'confirmed') {
  return db
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('removal', '=', removal)
    .orderBy('ref');
}

/** Keeps the documents of items whose absence was not confirmed. */
export async function keepItems(trx: Executor, sourceId: string, refs: readonly string[]): Promise<void> {
  await sql`update source_items set removal = null, removal_problem = null
    where source_id = ${sourceId} and removal = 'removing' and ref = any(${[...refs]}::text[])`.execute(trx);
}

/** A removed document and the work after the commit. */
interface RemovedDocument {
  readonly item: SourceItem;
  readonly followUp: FollowUp;
}

/** Deletes the documents of locked items. The items remain, so that the source can provide them again. */
export async function removeDocuments(
  trx: Executor,
  ctx: RemovalContext,
  items: readonly SourceItem[],
): Promise<readonly RemovedDocument[]> {
  const removed: RemovedDocument[] = [];
  for (const item of items) {
    const followUp =
      item.document_id === null ? undefined : await deleteDocumentInTransaction(trx, ctx, item.document_id);
    if (followUp) removed.push({ item, followUp });
  }
  const [first] = items;
  if (first)
    await trx
      .updateTable('source_items')
      .set({ ...NO_CONTENT, ...PRESENT })
      .where('source_id', '=', first.source_id)
      .where(sql<boolean>`ref = any(${items.map(({ ref }) => ref)}::text[])`)
      .execute();
  return removed;
}

/** An item whose removal is withheld. */
interface WithheldRemoval extends Pick<SourceItem, 'ref' | 'n' | 'document_id' | 'removal_problem'> {
  readonly title: string;
}

/** Lists the withheld removals of a source. */
export function listWithheldRemovals(
  db: Executor,
  { projectId, subject }: Pick<Principal, 'projectId' | 'subject'>,
  sourceId: string,
  page: PageRequest,
): Promise<Page<WithheldRemoval>> {
  const rows = db
    .selectFrom('source_items as i')
    .innerJoin('documents as d', 'd.id', 'i.document_id')
    .select(['i.ref', 'i.n', 'i.document_id', 'i.removal_problem', 'd.title'])
    .where('i.source_id', '=', sourceId)
    .where('i.removal', '=', 'withheld')
    .where('d.deleted_at', 'is', null)
    .where(isReadableAtSource(projectId, subject));
  return paginate(rows, [{ column: 'i.n', type: 'bigint', order: 'asc' }], page);
}

/**
 * Decides about the withheld removals of a source that is locked. Throws a 409 if there are none, or others than the
 * caller saw. Items that the source listed again meanwhile are not affected.
 */
export async function decideRemovals(
  trx: Executor,
  sourceId: string,
  { decision, digest }: { readonly decision: RemovalDecision; readonly digest: string },
): Promise<number> {
  const { rows } = await sql<{ withheld_digest: string | null }>`
    select withheld_digest from knowledge_source_states where source_id = ${sourceId} for update`.execute(trx);
  const current = rows[0]?.withheld_digest ?? null;
  if (current === null) throw sourceErrors.noWithheldRemovals(sourceId);
  if (current !== digest) throw sourceErrors.removalsChanged(sourceId, current);
  const applies = decision === 'apply';
  const { numAffectedRows } = await sql`update source_items set removal = ${applies ? 'confirmed' : 'kept'}
    where source_id = ${sourceId} and removal = 'withheld'`.execute(trx);
  await trx
    .updateTable('knowledge_source_states')
    .set({ ...NOTHING_WITHHELD, ...(applies && { applies_removals: true }) })
    .where('source_id', '=', sourceId)
    .execute();
  return Number(numAffectedRows ?? 0);
}

/** Documents deleted per transaction. */
const DOCUMENTS_PER_TRANSACTION = 100;

/** Deletes documents whose removal was confirmed, up to a limit. A repeat continues. */
export async function deleteConfirmedDocuments(ctx: RemovalContext, sourceId: string, limit: number): Promise<void> {
  for (let count = 0; count < limit; count += DOCUMENTS_PER_TRANSACTION) {
    const { removed, isLast } = await ctx.db.transaction().execute(async (trx) => {
      const items = await selectRemovals(trx, sourceId, 'confirmed')
        .limit(DOCUMENTS_PER_TRANSACTION)
        .forUpdate()
        .skipLocked()
        .execute();
      if (items.length === 0)
        await sql`update knowledge_source_states set applies_removals = false where source_id = ${sourceId}
          and not exists (select from source_items where source_id = ${sourceId} and removal = 'confirmed')`.execute(
          trx,
        );
      return { removed: await removeDocuments(trx, ctx, items), isLast: items.length === 0 };
    });
    for (const { followUp } of removed) await followUp();
    if (isLast) return;
  }
}

/** Lists sources with documents to delete after a decision. */
export async function listSourcesWithConfirmedRemovals(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledge_source_states')
    .select('source_id')
    .where('applies_removals', '=', true)
    .limit(limit)
    .execute();
  return rows.map(({ source_id }) => source_id);
}
