import { isFileName } from '../../../src/files/queries.ts';
import { discardBlobs, removeBlobs, type StagedBlob, stageBlob } from '../../../src/files/staging.ts';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { acceptDocuments, startIngestions } from '../../../src/knowledge/ingestion/accept.ts';
import { wakeIngestions } from '../../../src/knowledge/ingestion/control.ts';
import { replaceContent } from '../../../src/knowledge/ingestion/replace.ts';
import type { StatedMetadata } from '../../../src/knowledge/metadata/contract.ts';
import { setSourceMetadata } from '../../../src/knowledge/metadata/fields.ts';
import { type FollowUp, isLiveDocument } from '../../../src/knowledge/sources/documents.ts';
import { compareContent, SAME_CONTENT } from '../../../src/knowledge/sources/held-items.ts';
import {
  type ItemVersion,
  lockPending,
  NO_CONTENT,
  PRESENT,
  postponeItem,
  queueItems,
  type SourceItem,
  settleItem,
} from '../../../src/knowledge/sources/items.ts';
import { markMissing } from '../../../src/knowledge/sources/removals.ts';
import { addRunNote, countUnchanged, recordItem } from '../../../src/knowledge/sources/runs.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { getFileMediaType } from '../../../src/platform/media-type.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toFailure, toTooLargeError } from './failures.ts';
import type { FetchedContent, SyncContext, VisitResult } from './kind.ts';
import { SOURCE_VISITORS } from './kinds.ts';

/** Pauses before retries of a visit or a list, as shares of the visit timeout. */
export const RETRY_PAUSE_SHARES = [1 / 30, 1 / 6];
/** Maximum size of content that can be an error page in place of a file. */
const MAX_COMPARED_BYTES = 1024 * 1024;
const SAME_CONTENT_ERROR = toRunError(SAME_CONTENT, sourceFailures.source_item_same_content);
/** Notes on a run. */
const MAX_PAGES_NOTE = 'some addresses were skipped because the run reached max_pages';
const ENDLESS_NOTE = 'some addresses were skipped because similar addresses seem to be endless';

/** Stores the result of a visit. Safe to repeat. */
export async function settleItemVisit(work: SyncContext, item: SourceItem, visit: VisitResult): Promise<void> {
  if (visit.state === 'later')
    return settleInTransaction(
      work,
      item,
      visit,
      async (trx, locked) => void (await postponeItem(trx, locked, visit.ms, false)),
    );
  if (visit.state === 'content') return storeContent(work, item, visit, visit.content);
  const pause = visit.state === 'failed' && visit.isTransient ? RETRY_PAUSE_SHARES[item.attempts] : undefined;
  if (pause !== undefined) return postponeItem(work.ctx.db, item, pause * work.ctx.config.crawlTimeoutMs, true);
  await settleInTransaction(work, item, visit, (trx, locked) => settleWithoutContent(trx, work, locked, visit));
}

/** Settles an item and queues its discovered items in one transaction. */
async function settleInTransaction(
  { ctx: { db }, run }: SyncContext,
  item: SourceItem,
  visit: VisitResult,
  settleLocked: (trx: Executor, locked: SourceItem) => Promise<FollowUp | undefined>,
): Promise<void> {
  const followUp = await db.transaction().execute(async (trx) => {
    const locked = await lockPending(trx, run, item.ref);
    if (!locked) return undefined;
    const followUp = await settleLocked(trx, locked);
    if (visit.found?.length) {
      const { isFull, isEndless } = await queueItems(trx, run, visit.found, SOURCE_VISITORS[run.kind].maxItems(run));
      if (isFull) await addRunNote(trx, run.id, MAX_PAGES_NOTE);
      if (isEndless) await addRunNote(trx, run.id, ENDLESS_NOTE);
    }
    for (const note of visit.notes ?? []) await addRunNote(trx, run.id, note);
    return followUp;
  });
  await followUp?.();
}

async function settleWithoutContent(
  trx: Executor,
  work: SyncContext,
  item: SourceItem,
  visit: Exclude<VisitResult, { readonly state: 'content' | 'later' }>,
): Promise<FollowUp | undefined> {
  const { run } = work;
  switch (visit.state) {
    case 'unchanged':
      await settleItem(trx, item, PRESENT);
      return void (await countUnchanged(trx, run.id, 1));
    case 'passed':
      return void (await settleItem(trx, item, { leads_to: visit.leadsTo ?? null }));
    case 'gone':
      return settleGone(trx, work, item, visit);
    default: {
      await settleItem(trx, item, {});
      return void (await recordItem(trx, run.id, item.ref, visit.state, item.document_id, visit.problem));
    }
  }
}

/** Marks the item of a document as missing; the run decides at its end whether to delete the document. */
async function settleGone(
  trx: Executor,
  { run }: SyncContext,
  item: SourceItem,
  { problem, leadsTo }: Extract<VisitResult, { readonly state: 'gone' }>,
): Promise<undefined> {
  if (item.document_id !== null && (await isLiveDocument(trx, item.document_id))) {
    await settleItem(trx, item, { leads_to: leadsTo ?? null });
    return void (await markMissing(trx, item, problem));
  }
  // A missing start address is a failure; a broken link is only skipped.
  if (leadsTo === undefined)
    await recordItem(trx, run.id, item.ref, item.depth === 0 ? 'failed' : 'skipped', null, problem);
  await settleItem(trx, item, { ...NO_CONTENT, ...PRESENT, leads_to: leadsTo ?? null });
}

/** Creates a document from the content, or replaces the content of the item's document. */
async function storeContent(
  work: SyncContext,
  item: SourceItem,
  visit: VisitResult,
  content: FetchedContent,
): Promise<void> {
  const { ctx, run } = work;
  if (content.sha256 && item.document_id && item.sha256?.equals(content.sha256)) {
    return settleInTransaction(work, item, visit, async (trx, locked) => {
      await settleItem(trx, locked, toItemVersion(content));
      return void (await countUnchanged(trx, run.id, 1));
    });
  }
  let blob: StagedBlob;
  try {
    blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, content.bytes, ctx.config.uploadLimit);
  } catch (error) {
    return settleItemVisit(work, item, { state: 'failed', ...toReadFailure(error, ctx.config.uploadLimit) });
  }
  try {
    await settleInTransaction(work, item, visit, (trx, locked) => storeStagedContent(trx, work, locked, content, blob));
  } finally {
    await discardBlobs(ctx.blobs, [blob]);
  }
}

function toReadFailure(error: unknown, limit: number) {
  const isTooLarge = error instanceof DomainError && error.reason === 'FILE_TOO_LARGE';
  return isTooLarge ? { problem: toTooLargeError(limit), isTransient: false } : toFailure(error);
}

async function storeStagedContent(
  trx: Executor,
  { ctx, run }: SyncContext,
  item: SourceItem,
  content: FetchedContent,
  blob: StagedBlob,
): Promise<FollowUp | undefined> {
  const sha256 = content.sha256 ?? blob.sha256;
  const version = { ...toItemVersion(content), sha256 };
  if (item.document_id && item.sha256?.equals(sha256)) {
    await settleItem(trx, item, version);
    return void (await countUnchanged(trx, run.id, 1));
  }
  const file = { name: toFileName(content.name), mediaType: getFileMediaType(blob.beginning, content.mediaType), blob };
  const by = { type: run.created_by_type, id: run.created_by };
  const author = { orgId: run.org_id, projectId: run.project_id, by, triggerType: 'source' };
  if (item.document_id && (await isLiveDocument(trx, item.document_id))) {
    // Sources with atomic lists read contents with the list. A crawl compares pages itself.
    if (blob.size <= MAX_COMPARED_BYTES && SOURCE_VISITORS[run.kind].isPresent) {
      const result = await compareContent(trx, item, sha256);
      if (result === 'repeated')
        await recordItem(trx, run.id, item.ref, 'failed', item.document_id, SAME_CONTENT_ERROR);
      if (result !== 'accepted') return undefined;
    }
    await setSourceMetadata(trx, run.project_id, item.document_id, toSourceMetadata(item, content));
    const replaced = await replaceContent(trx, author, item.document_id, file);
    await settleItem(trx, item, { ...version, previous_template_sha256: item.template_sha256 });
    if (!replaced) return void (await countUnchanged(trx, run.id, 1));
    await recordItem(trx, run.id, item.ref, 'changed', item.document_id, null);
    return async () => {
      await startIngestions(ctx, run.org_id, [replaced.ingestionId]);
      await wakeIngestions(ctx, replaced.followers);
      await removeBlobs(ctx.blobs, replaced.blobKeys);
    };
  }
  const { collection_ids, strategy } = run.plan;
  const { documentIds, ingestionIds } = await acceptDocuments(trx, {
    ...author,
    groupId: run.id,
    documents: [
      {
        title: content.title,
        file,
        source: run.kind,
        sourceId: run.source_id,
        sourceRef: item.ref,
        sourceMetadata: toSourceMetadata(item, content),
        sourceReaders: item.readers,
      },
    ],
    strategy,
    collectionIds: collection_ids,
    tags: [],
  });
  const document_id = documentIds[0] ?? null;
  await settleItem(trx, item, { ...version, document_id });
  await recordItem(trx, run.id, item.ref, 'added', document_id, null);
  return () => startIngestions(ctx, run.org_id, ingestionIds);
}

/** Metadata that the source states: address, time of the last change, and what its kind adds. */
function toSourceMetadata({ ref }: SourceItem, { lastModified, metadata = {} }: FetchedContent): StatedMetadata {
  const modified = new Date(lastModified ?? '');
  return {
    ...(/^https?:/i.test(ref) && { url: ref }),
    ...(!Number.isNaN(modified.getTime()) && { modified: modified.toISOString() }),
    ...metadata,
  };
}

const toItemVersion = ({ etag, lastModified, templateSha256 }: FetchedContent): ItemVersion & typeof PRESENT => ({
  etag,
  last_modified: lastModified,
  template_sha256: templateSha256 ?? null,
  ...PRESENT,
});

/** Converts a name from a source to a valid file name. */
function toFileName(name: string): string {
  const cleaned = name.replaceAll(/[/\\\p{Cc}\p{Cs}]/gu, '_').slice(-200);
  return isFileName(cleaned) ? cleaned : 'document';
}
