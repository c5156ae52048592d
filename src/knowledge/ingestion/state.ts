import { type Selectable, sql } from 'kysely';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import type { RunError, WaitingFor } from '../../runs/contract.ts';
import { toWaitingFor } from '../../runs/waiting.ts';
import { hasReservation } from '../../usage/reservations.ts';
import type { Edition } from '../chunks.ts';
import type { IngestionProgress, IngestionStage, ParsedDocument } from '../contract.ts';
import type { IngestionsTable } from '../tables.ts';

/** An ingestion as an attempt at it begins. */
export interface BegunIngestion extends Selectable<IngestionsTable> {
  /** How the document is read. */
  readonly strategy: string;
  /** Whether credits are still set aside for a call of an earlier attempt, whose process ended. */
  readonly unsettled: boolean;
}

/** The chunks that an ingestion makes. */
export function editionOf(run: Pick<BegunIngestion, 'document_id' | 'project_id' | 'edition'>): Edition {
  return { documentId: run.document_id, projectId: run.project_id, edition: run.edition };
}

/**
 * Begins an attempt at an ingestion at the stage that it has reached. Answers undefined where it has ended, is to stop or
 * rests, or its document is deleted.
 */
export async function beginIngestion(db: Executor, id: string): Promise<BegunIngestion | undefined> {
  const stage = sql`case when chunked is not null then 'embedding' when parsed is not null then 'chunking' else 'parsing' end`;
  const { rows } = await sql<BegunIngestion>`
    update ingestions r set started = coalesce(started, now()), status = ${stage}, stage = ${stage},
      waiting_for = case when waiting_for->>'kind' in ('equal_bytes', 'budget', 'held', 'provider') then waiting_for end
    from documents d
    where r.id = ${id} and d.id = r.document_id and d.deleted_at is null
      and r.completed is null and r.status <> 'cancelling' and r.paused_at is null
    returning r.*, d.strategy, ${hasReservation(sql`r.id`)} as unsettled`.execute(db);
  return rows[0];
}

/** How an ingestion stands that could not be begun. */
export interface IngestionStanding {
  readonly completed: Date | null;
  readonly stopping: boolean;
  readonly paused: boolean;
  /** Whether its document is. */
  readonly deleted: boolean;
}

export async function standingOf(db: Executor, id: string): Promise<IngestionStanding | undefined> {
  const { rows } = await sql<IngestionStanding>`
    select r.completed, r.status = 'cancelling' as stopping, r.paused_at is not null as paused,
      d.deleted_at is not null as deleted
    from ingestions r join documents d on d.id = r.document_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** What an attempt stores on the way. */
export interface Step {
  readonly stage?: IngestionStage;
  readonly progress?: IngestionProgress;
  readonly parsed?: ParsedDocument;
  readonly chunked?: number;
}

/** Notes that an ingestion moves. Answers false where it is to stop or to rest, or is over. */
export async function noteStep(db: Executor, id: string, { stage, progress, parsed, chunked }: Step): Promise<boolean> {
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

/** Notes why an ingestion does not move; nothing where it is to stop or to rest, or is over. */
export async function noteWaiting(
  db: Executor,
  id: string,
  kind: WaitingFor['kind'],
  detail: string,
  forMs?: number,
): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ waiting_for: json(toWaitingFor(kind, detail, forMs)) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '<>', 'cancelling')
    .where('paused_at', 'is', null)
    // What says the same already stays as it is: it is no news.
    .where(sql<boolean>`(waiting_for is null or waiting_for->>'kind' <> ${kind} or ${kind === 'retry'})`)
    .execute();
}

/** Stores that an ingestion waits for its provider; nothing where it is to stop or to rest, or is over. */
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

/** Counts a failure of the embedding model; answers how many there were one after the other. */
export async function countFailure(db: Executor, id: string): Promise<number> {
  const row = await db
    .updateTable('ingestions')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** How an ingestion ended that made nothing ready. */
export interface IngestionEnd {
  readonly status: 'failed' | 'cancelled';
  readonly error: RunError;
}

/** What the end of an ingestion sets free. */
export interface Freed {
  /** Ingestions of equal bytes that waited for it. */
  readonly followers: readonly RunRef[];
}

/** Stores the end of an ingestion. Answers undefined where it had ended before. */
export function endIngestion(db: Db, id: string, { status, error }: IngestionEnd): Promise<Freed | undefined> {
  return db.transaction().execute(async (trx) => {
    const only = status === 'cancelled' ? sql`status = 'cancelling'` : sql`status <> 'cancelling'`;
    const { rows } = await sql`
      with done as (
        update ingestions set status = ${status}, is_error = true, error = ${json(error)}, waiting_for = null, leads = null,
          waits_for = null, paused_at = null, completed = now()
        where id = ${id} and completed is null and ${only} returning id
      ) select pg_notify('holdfast_runs', id::text) from done`.execute(trx);
    return rows.length === 0 ? undefined : { followers: await freeFollowers(trx, id) };
  });
}

/**
 * Lets those that wait for an ingestion look again. In a statement of its own, behind the one that ends it: whoever began
 * to wait in between is seen.
 */
export async function freeFollowers(trx: Executor, id: string): Promise<RunRef[]> {
  return trx
    .updateTable('ingestions')
    .set({ waits_for: null, waiting_for: null })
    .where('waits_for', '=', id)
    .where('completed', 'is', null)
    .returning(['id', 'restarts'])
    .execute();
}
