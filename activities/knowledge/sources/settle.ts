import { isFileName } from '../../../src/files/queries.ts';
import { discard, removeBlobs, type StagedBlob, stage } from '../../../src/files/staging.ts';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { acceptDocuments, startIngestions } from '../../../src/knowledge/ingestion/accept.ts';
import { replaceBytes } from '../../../src/knowledge/ingestion/again.ts';
import { wakeIngestions } from '../../../src/knowledge/ingestion/steer.ts';
import { type After, isLiveDocument, removeDocument } from '../../../src/knowledge/sources/documents.ts';
import {
  forgetItems,
  lockPending,
  putOff,
  queueItems,
  type Settled,
  type SourceItem,
  settleItem,
} from '../../../src/knowledge/sources/items.ts';
import { countUnchanged, noteOnRun, recordItem } from '../../../src/knowledge/sources/runs.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { mediaTypeOf } from '../../../src/platform/media-type.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { Content, SyncWork, Visit } from './kind.ts';
import { SOURCE_VISITORS } from './kinds.ts';
import { failureOf, tooLarge } from './problems.ts';

/** Pauses before a visit that came to nothing is tried again, as parts of the time that a visit may take. */
const PAUSES = [1 / 30, 1 / 6];
/** Notes on a run. */
const FULL = 'some addresses were skipped because the run reached max_pages';
const ENDLESS = 'some addresses were skipped because similar addresses seem to be endless';

/** Stores what a visit came to. Done twice, it is stored once. */
export async function settle(work: SyncWork, item: SourceItem, visit: Visit): Promise<void> {
  if (visit.state === 'later')
    return stored(work, item, visit, async (trx, locked) => void (await putOff(trx, locked, visit.ms, false)));
  if (visit.state === 'content') return keep(work, item, visit, visit.content);
  const pause = visit.state === 'failed' && visit.mayPass ? PAUSES[item.attempts] : undefined;
  if (pause !== undefined) return putOff(work.ctx.db, item, pause * work.ctx.config.crawlTimeoutMs, true);
  await stored(work, item, visit, (trx, locked) => settleWithout(trx, work, locked, visit));
}

/** Settles a thing with what became known by its visit, in one transaction. */
async function stored(
  { ctx: { db }, run }: SyncWork,
  item: SourceItem,
  visit: Visit,
  settleLocked: (trx: Executor, locked: SourceItem) => Promise<After | undefined>,
): Promise<void> {
  const after = await db.transaction().execute(async (trx) => {
    const locked = await lockPending(trx, run, item.ref);
    if (!locked) return undefined;
    const rest = await settleLocked(trx, locked);
    if (visit.found?.length) {
      const { isFull, isEndless } = await queueItems(trx, run, visit.found, SOURCE_VISITORS[run.kind].most(run));
      if (isFull) await noteOnRun(trx, run.id, FULL);
      if (isEndless) await noteOnRun(trx, run.id, ENDLESS);
    }
    for (const note of visit.notes ?? []) await noteOnRun(trx, run.id, note);
    return rest;
  });
  await after?.();
}

async function settleWithout(
  trx: Executor,
  work: SyncWork,
  item: SourceItem,
  visit: Exclude<Visit, { readonly state: 'content' | 'later' }>,
): Promise<After | undefined> {
  const { run } = work;
  switch (visit.state) {
    case 'unchanged':
      await settleItem(trx, item, {});
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

async function settleGone(
  trx: Executor,
  { ctx, run }: SyncWork,
  item: SourceItem,
  { problem, leadsTo }: Extract<Visit, { readonly state: 'gone' }>,
): Promise<After | undefined> {
  const removed = item.document_id === null ? undefined : await removeDocument(trx, ctx, item.document_id);
  if (removed) await recordItem(trx, run.id, item.ref, 'removed', item.document_id, problem);
  // Where a run was told to go counts for more than a link that somebody forgot to mend.
  else if (leadsTo === undefined)
    await recordItem(trx, run.id, item.ref, item.depth === 0 ? 'failed' : 'skipped', null, problem);
  const nothing = { document_id: null, etag: null, last_modified: null, sha256: null };
  await settleItem(trx, item, { ...nothing, leads_to: leadsTo ?? null });
  return removed;
}

/** Makes a document of what was read, or puts it into the place of what a document was made of. */
async function keep(work: SyncWork, item: SourceItem, visit: Visit, content: Content): Promise<void> {
  const { ctx, run } = work;
  if (content.sha256 && item.document_id && item.sha256?.equals(content.sha256)) {
    return stored(work, item, visit, async (trx, locked) => {
      await settleItem(trx, locked, versionOf(content));
      return void (await countUnchanged(trx, run.id, 1));
    });
  }
  let blob: StagedBlob;
  try {
    blob = await stage(ctx.blobs, { orgId: run.org_id }, content.bytes, ctx.config.uploadLimit);
  } catch (error) {
    return settle(work, item, { state: 'failed', ...whyUnread(error, ctx.config.uploadLimit) });
  }
  try {
    await stored(work, item, visit, (trx, locked) => keepStaged(trx, work, locked, content, blob));
  } finally {
    await discard(ctx.blobs, [blob]);
  }
}

function whyUnread(error: unknown, most: number) {
  const isTooLarge = error instanceof DomainError && error.reason === 'FILE_TOO_LARGE';
  return isTooLarge ? { problem: tooLarge(most), mayPass: false } : failureOf(error);
}

async function keepStaged(
  trx: Executor,
  { ctx, run }: SyncWork,
  item: SourceItem,
  content: Content,
  blob: StagedBlob,
): Promise<After | undefined> {
  const sha256 = content.sha256 ?? blob.sha256;
  const known = { ...versionOf(content), sha256 };
  if (item.document_id && item.sha256?.equals(sha256)) {
    await settleItem(trx, item, known);
    return void (await countUnchanged(trx, run.id, 1));
  }
  const file = { name: fileName(content.name), mediaType: mediaTypeOf(blob.beginning, content.mediaType), blob };
  const by = { type: run.created_by_type, id: run.created_by };
  const bringer = { orgId: run.org_id, projectId: run.project_id, by, triggerType: 'source' };
  if (item.document_id && (await isLiveDocument(trx, item.document_id))) {
    const replaced = await replaceBytes(trx, bringer, item.document_id, file);
    await settleItem(trx, item, known);
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
    ...bringer,
    groupId: run.id,
    documents: [{ title: content.title, file, source: run.kind, sourceId: run.source_id, sourceRef: item.ref }],
    strategy,
    collectionIds: collection_ids,
    tags: [],
  });
  const document_id = documentIds[0] ?? null;
  await settleItem(trx, item, { ...known, document_id });
  await recordItem(trx, run.id, item.ref, 'added', document_id, null);
  return () => startIngestions(ctx, run.org_id, ingestionIds);
}

const versionOf = ({ etag, lastModified }: Content): Settled => ({ etag, last_modified: lastModified });

/** A name that a file may have, from whatever a source calls it. */
function fileName(name: string): string {
  const fit = name.replaceAll(/[/\\\p{Cc}\p{Cs}]/gu, '_').slice(-200);
  return isFileName(fit) ? fit : 'document';
}

/** Takes away the documents of things that are at the source no more, and forgets the things. */
export async function removeItems(
  work: SyncWork,
  items: readonly SourceItem[],
  trx: Executor,
): Promise<readonly After[]> {
  const { ctx, run } = work;
  const rest: After[] = [];
  for (const { ref, document_id } of items) {
    const removed = document_id === null ? undefined : await removeDocument(trx, ctx, document_id);
    if (!removed) continue;
    rest.push(removed);
    const problem = toRunError('NOT_FOUND', sourceFailures.source_item_missing);
    await recordItem(trx, run.id, ref, 'removed', document_id, problem);
  }
  await forgetItems(
    trx,
    run.source_id,
    items.map(({ ref }) => ref),
  );
  return rest;
}
