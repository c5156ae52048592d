import { type Selectable, sql } from 'kysely';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import type { Message } from '../../platform/messages.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import type { RunError, WaitingFor } from '../../runs/contract.ts';
import { toWaitingFor } from '../../runs/waiting.ts';
import { hasReservation } from '../../usage/reservations.ts';
import type { Edition } from '../chunks.ts';
import type { IngestionProgress, IngestionStage, ParsedDocument } from '../contract.ts';
import type { IngestionsTable } from '../tables.ts';

/** An ingestion at the start of an attempt. */
export interface ActiveIngestion extends Selectable<IngestionsTable> {
  /** Parsing strategy of the document. */
  readonly strategy: string;
  /** Whether a crashed attempt left reserved credits. */
  readonly unsettled: boolean;
}

/** Returns the edition that an ingestion creates. */
export function toEdition(run: Pick<ActiveIngestion, 'document_id' | 'project_id' | 'edition'>): Edition {
  return { documentId: run.document_id, projectId: run.project_id, edition: run.edition };
}

/**
 * Starts an attempt at the stored stage. Returns undefined if the ingestion has ended, is being cancelled or paused, or
 * its document is deleted.
 */
export async function beginIngestion(db: Executor, id: string): Promise<ActiveIngestion | undefined> {
  const stage = sql`case when chunked is not null then 'embedding' when parsed is not null then 'chunking' else 'parsing' end`;
  const { rows } = await sql<ActiveIngestion>`
    update ingestions r set started = coalesce(started, now()), status = ${stage}, stage = ${stage},
      waiting_for = case when waiting_for->>'kind' in ('equal_bytes', 'budget', 'held', 'provider') then waiting_for end
    from documents d
    where r.id = ${id} and d.id = r.document_id and d.deleted_at is null
      and r.completed is null and r.status <> 'cancelling' and r.paused_at is null
    returning r.*, d.strategy, ${hasReservation(sql`r.id`)} as unsettled`.execute(db);
  return rows[0];
}

/** State of an ingestion that cannot start an attempt. */
interface IngestionState {
  readonly completed: Date | null;
  readonly stopping: boolean;
  readonly paused: boolean;
  /** Whether its document is deleted. */
  readonly deleted: boolean;
}

/** Finds what decides whether an ingestion may continue. */
export async function findIngestionState(db: Executor, id: string): Promise<IngestionState | undefined> {
  const { rows } = await sql<IngestionState>`
    select r.completed, r.status = 'cancelling' as stopping, r.paused_at is not null as paused,
      d.deleted_at is not null as deleted
    from ingestions r join documents d on d.id = r.document_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Progress that an attempt stores. */
export interface IngestionStep {
  readonly stage?: IngestionStage;
  readonly progress?: IngestionProgress;
  readonly parsed?: ParsedDocument;
  readonly chunked?: number;
}

/** Stores progress. Returns false if the ingestion has ended, is being cancelled or is paused. */
export async function recordStep(
  db: Executor,
  id: string,
  { stage, progress, parsed, chunked }: IngestionStep,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ingestions')
    .set({
      waiting_for: null,
      failures: 0,
      ...(stage !== undefined && { status: stage, stage }),
      ...(progress !== undefined && { progress: json(progress) }),
      ...(parsed !== undefined && { parsed: json(parsed) }),
      ...(chunked !== undefined && { chunked }),
    })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '<>', 'cancelling')
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores why an ingestion waits. Does nothing if it has ended, is being cancelled or is paused. */
export async function recordWait(
  db: Executor,
  id: string,
  kind: WaitingFor['kind'],
  detail: Message | string,
  forMs?: number,
): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ waiting_for: json(toWaitingFor(kind, detail, forMs)) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '<>', 'cancelling')
    .where('paused_at', 'is', null)
    // Unchanged reasons keep their time.
    .where(sql<boolean>`(waiting_for is null or waiting_for->>'kind' <> ${kind} or ${kind === 'retry'})`)
    .execute();
}

/** Stores that an ingestion waits for its provider. Does nothing if it has ended, is being cancelled or is paused. */
export async function storeIngestionWait(db: Executor, id: string, waiting: WaitingFor): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ waiting_for: json(waiting) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '<>', 'cancelling')
    .where('paused_at', 'is', null)
    .execute();
}

/** Increments the consecutive failures of the embedding model. Returns their number. */
export async function incrementFailures(db: Executor, id: string): Promise<number> {
  const row = await db
    .updateTable('ingestions')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** Failure or cancellation of an ingestion. */
export interface IngestionFailure {
  readonly status: 'failed' | 'cancelled';
  readonly error: RunError;
}

/** Ingestions that an end releases. */
export interface ReleasedIngestions {
  /** Ingestions of equal content that waited for it. */
  readonly followers: readonly RunRef[];
}

/** Stores the end of an ingestion. Returns undefined if it had already ended. */
export function endIngestion(
  db: Db,
  id: string,
  { status, error }: IngestionFailure,
): Promise<ReleasedIngestions | undefined> {
  return db.transaction().execute(async (trx) => {
    const statusCondition = status === 'cancelled' ? sql`status = 'cancelling'` : sql`status <> 'cancelling'`;
    const { rows } = await sql`
      with done as (
        update ingestions set status = ${status}, is_error = true, error = ${json(error)}, waiting_for = null, leads = null,
          waits_for = null, paused_at = null, completed = now()
        where id = ${id} and completed is null and ${statusCondition} returning id
      ) select pg_notify('holdfast_runs', id::text) from done`.execute(trx);
    return rows.length === 0 ? undefined : { followers: await releaseFollowers(trx, id) };
  });
}

/**
 * Releases the ingestions that wait for one. Runs as a separate statement after its end, to include those that began to
 * wait meanwhile.
 */
export async function releaseFollowers(trx: Executor, id: string): Promise<RunRef[]> {
  return trx
    .updateTable('ingestions')
    .set({ waits_for: null, waiting_for: null })
    .where('waits_for', '=', id)
    .where('completed', 'is', null)
    .returning(['id', 'restarts'])
    .execute();
}
