import { removeBlobs } from '../../src/files/staging.ts';
import type { IngestionActivities, IngestionOutcome } from '../../src/knowledge/contract.ts';
import { leaveNothing } from '../../src/knowledge/ingestion/leave-nothing.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { beginIngestion, endIngestion, type IngestionEnd, standingOf } from '../../src/knowledge/ingestion/state.ts';
import { wakeIngestions } from '../../src/knowledge/ingestion/steer.ts';
import { ParseError } from '../../src/knowledge/parsing/contract.ts';
import { keptReaders } from '../../src/knowledge/parsing/parse.ts';
import type { ParseSettings } from '../../src/platform/config/parsing.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { Slots } from '../../src/platform/slots.ts';
import { requestStop } from '../../src/runs/stop.ts';
import { releaseCredits } from '../../src/usage/reservations.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import type { ActivityContext } from '../context.ts';
import { isStopRequested, runStoppable } from '../runs/stoppable.ts';
import { Attempt, Interrupted } from './attempt.ts';
import { chunkStage } from './chunk.ts';
import type { IngestionContext, Parsers } from './context.ts';
import { embedStage } from './embed.ts';
import { equalBytes } from './equal-bytes.ts';
import { parseStage } from './parse.ts';
import { heldUp } from './trouble.ts';

/** A reader holds some 150 MB after a text, and 240 MB after PDF files, of which it has loaded the parser. */
const KEPT_READER = { jobs: 50, idleMs: 5000, belowMb: 256 };

/** The activities of ingestion over their dependencies. */
export function ingestionActivities(process: ActivityContext): IngestionActivities {
  let parsers: Parsers | undefined;
  const ctx: IngestionContext = {
    ...process,
    get parsers() {
      parsers ??= parsersOf(process.config.parsing);
      return parsers;
    },
  };
  return {
    ingest: ({ ingestionId }) =>
      runStoppable(ctx, ingestionKind, ingestionId, (signal) => ingest(ctx, ingestionId, signal)),
    confirmIngestionCancel: ({ ingestionId }) => confirmCancel(ctx, ingestionId),
    failIngestion: ({ ingestionId, problem }) =>
      end(ctx, ingestionId, { status: 'failed', error: { reason: 'INGESTION_INTERRUPTED', message: problem } }),
  };
}

function parsersOf({ atOnce }: ParseSettings): Parsers {
  return { slots: new Slots(atOnce), processes: keptReaders({ ...KEPT_READER, atMost: atOnce }) };
}

/** Goes on with an ingestion from what is stored, until its slice of time is over or nothing can be done now. */
async function ingest(ctx: IngestionContext, id: string, signal: AbortSignal): Promise<IngestionOutcome> {
  const run = await beginIngestion(ctx.db, id);
  if (!run) return whyNot(ctx, id);
  if (run.unsettled) await releaseCredits(ctx.db, ingestionKind.table, id);
  const attempt = new Attempt(ctx, run, signal);
  try {
    return await stages(attempt);
  } catch (error) {
    if (isStopRequested(signal) || error instanceof Interrupted) return whyNot(ctx, id);
    const met = await meet(attempt, error);
    if ('state' in met) return met;
    await end(ctx, id, met);
    return whyNot(ctx, id);
  }
}

async function stages(attempt: Attempt): Promise<IngestionOutcome> {
  const { parsed, chunked } = attempt.run;
  if (parsed !== null && chunked !== null) return embedStage(attempt, { parsed, chunks: chunked });
  const equal = parsed === null ? await equalBytes(attempt) : undefined;
  if (equal) return 'state' in equal ? equal : embedStage(attempt, equal);
  const read = await parseStage(attempt);
  if (attempt.isOver && attempt.run.parsed === null && read.isStored) return { state: 'next' };
  const chunks = await chunkStage(attempt, read);
  return embedStage(attempt, { parsed: read.parsed, chunks });
}

/** What is to be done about an error: an end, or a wait. Throws what is only to be tried again. */
async function meet(attempt: Attempt, error: unknown): Promise<IngestionEnd | IngestionOutcome> {
  if (error instanceof CreditShortage || error instanceof ModelCallError) return heldUp(attempt, error);
  const lost = error instanceof DomainError && error.reason === 'FILE_DAMAGED';
  if (!lost && !(error instanceof ParseError)) throw error;
  return { status: 'failed', error: { reason: error.reason, message: error.message } };
}

/** Why an ingestion can't be worked at now. */
async function whyNot(ctx: ActivityContext, id: string): Promise<IngestionOutcome> {
  const standing = await standingOf(ctx.db, id);
  if (!standing || standing.completed !== null) return { state: 'ended' };
  if (standing.stopping) return { state: 'cancelled' };
  if (standing.paused) return { state: 'waiting', lookAgainMs: null };
  if (!standing.deleted) return { state: 'next' };
  await ctx.db.transaction().execute((trx) => requestStop(trx, ingestionKind, id));
  return { state: 'cancelled' };
}

/** Ends an ingestion and wakes whoever waited for that. */
async function end(ctx: ActivityContext, id: string, how: IngestionEnd): Promise<void> {
  const freed = await endIngestion(ctx.db, id, how);
  if (freed) await wakeIngestions(ctx, freed.followers);
}

async function confirmCancel(ctx: ActivityContext, id: string): Promise<void> {
  await removeBlobs(ctx.blobs, await leaveNothing(ctx.db, id));
  await end(ctx, id, {
    status: 'cancelled',
    error: { reason: 'INGESTION_CANCELLED', message: 'the ingestion was cancelled' },
  });
}
