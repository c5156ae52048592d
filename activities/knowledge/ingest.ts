import { removeBlobs } from '../../src/files/staging.ts';
import type { IngestionActivities, IngestionOutcome } from '../../src/knowledge/contract.ts';
import { ingestionFailures } from '../../src/knowledge/failures.ts';
import { deleteAbandonedResults } from '../../src/knowledge/ingestion/cleanup.ts';
import { wakeIngestions } from '../../src/knowledge/ingestion/control.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import {
  beginIngestion,
  endIngestion,
  findIngestionState,
  type IngestionFailure,
} from '../../src/knowledge/ingestion/state.ts';
import { ParseError } from '../../src/knowledge/parsing/contract.ts';
import { createParserPool } from '../../src/knowledge/parsing/parse.ts';
import type { ParseSettings } from '../../src/platform/config/parsing.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { FairSemaphore } from '../../src/platform/fair-semaphore.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { requestStop } from '../../src/runs/stop.ts';
import { releaseCredits } from '../../src/usage/reservations.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import type { ActivityContext } from '../context.ts';
import { isStopRequested, runStoppable } from '../runs/stoppable.ts';
import { Attempt, Interrupted } from './attempt.ts';
import { runChunkStage } from './chunk.ts';
import type { IngestionContext, Parsers } from './context.ts';
import { reuseEqualContent } from './duplicate-content.ts';
import { runEmbedStage } from './embed.ts';
import { handleEmbeddingFailure } from './embedding-failure.ts';
import { runParseStage } from './parse.ts';

/** A start takes about half a second, so that a process waits for the documents of further uploads. */
const PARSER_LIMITS = { maxJobsPerProcess: 50, idleTimeoutMs: 30_000 };
/** Share of the memory limit below which a parser is reused: 240 MB after PDF files, 550 MB after scanned ones. */
const MAX_IDLE_MEMORY_SHARE = 0.75;

/** Activities of ingestions. */
export function ingestionActivities(process: ActivityContext): IngestionActivities {
  let parsers: Parsers | undefined;
  const ctx: IngestionContext = {
    ...process,
    get parsers() {
      parsers ??= createParsers(process.config.parsing);
      return parsers;
    },
  };
  return {
    ingest: ({ ingestionId }) =>
      runStoppable(ctx, ingestionKind, ingestionId, (signal) => ingest(ctx, ingestionId, signal)),
    confirmIngestionCancel: ({ ingestionId }) => confirmCancel(ctx, ingestionId),
    failIngestion: ({ ingestionId, problem }) =>
      finishIngestion(ctx, ingestionId, {
        status: 'failed',
        error: { reason: 'INGESTION_INTERRUPTED', message: problem },
      }),
  };
}

function createParsers({ maxConcurrent, memoryMb }: ParseSettings): Parsers {
  const maxIdleMemoryMb = memoryMb * MAX_IDLE_MEMORY_SHARE;
  return {
    slots: new FairSemaphore(maxConcurrent),
    processes: createParserPool({ ...PARSER_LIMITS, maxProcesses: maxConcurrent, maxIdleMemoryMb }),
  };
}

/** Continues an ingestion from its stored state until its time slice ends or it must wait. */
async function ingest(ctx: IngestionContext, id: string, signal: AbortSignal): Promise<IngestionOutcome> {
  const run = await beginIngestion(ctx.db, id);
  if (!run) return getStoppedOutcome(ctx, id);
  if (run.unsettled) await releaseCredits(ctx.db, ingestionKind.table, id);
  const attempt = new Attempt(ctx, run, signal);
  try {
    return await runStages(attempt);
  } catch (error) {
    if (isStopRequested(signal) || error instanceof Interrupted) return getStoppedOutcome(ctx, id);
    const result = await handleError(attempt, error);
    if ('state' in result) return result;
    await finishIngestion(ctx, id, result);
    return getStoppedOutcome(ctx, id);
  }
}

async function runStages(attempt: Attempt): Promise<IngestionOutcome> {
  const { parsed, chunked } = attempt.run;
  if (parsed !== null && chunked !== null) return runEmbedStage(attempt, { parsed, chunks: chunked });
  const reused = parsed === null ? await reuseEqualContent(attempt) : undefined;
  if (reused) return 'state' in reused ? reused : runEmbedStage(attempt, reused);
  const read = await runParseStage(attempt);
  if (attempt.isSliceOver && attempt.run.parsed === null && read.isStored) return { state: 'next' };
  const chunks = await runChunkStage(attempt, read);
  return runEmbedStage(attempt, { parsed: read.parsed, chunks });
}

/** Converts an error to a failure or a wait. Rethrows errors that Temporal should retry. */
async function handleError(attempt: Attempt, error: unknown): Promise<IngestionFailure | IngestionOutcome> {
  if (error instanceof CreditShortage || error instanceof ModelCallError) return handleEmbeddingFailure(attempt, error);
  if (error instanceof ParseError) return { status: 'failed', error: toRunError(error.reason, error.detail) };
  const isFileLost = error instanceof DomainError && error.reason === 'FILE_DAMAGED';
  if (!isFileLost) throw error;
  return { status: 'failed', error: { reason: error.reason, message: error.message } };
}

/** Returns the outcome of an ingestion that cannot continue now. */
async function getStoppedOutcome(ctx: ActivityContext, id: string): Promise<IngestionOutcome> {
  const state = await findIngestionState(ctx.db, id);
  if (!state || state.completed !== null) return { state: 'ended' };
  if (state.stopping) return { state: 'cancelled' };
  if (state.paused) return { state: 'waiting', recheckMs: null };
  if (!state.deleted) return { state: 'next' };
  await ctx.db.transaction().execute((trx) => requestStop(trx, ingestionKind, id));
  return { state: 'cancelled' };
}

/** Ends an ingestion and wakes the ingestions that waited for it. */
async function finishIngestion(ctx: ActivityContext, id: string, result: IngestionFailure): Promise<void> {
  const released = await endIngestion(ctx.db, id, result);
  if (released) await wakeIngestions(ctx, released.followers);
}

async function confirmCancel(ctx: ActivityContext, id: string): Promise<void> {
  await removeBlobs(ctx.blobs, await deleteAbandonedResults(ctx.db, id));
  await finishIngestion(ctx, id, {
    status: 'cancelled',
    error: toRunError('INGESTION_CANCELLED', ingestionFailures.ingestion_cancelled),
  });
}
