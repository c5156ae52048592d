/** Text of a run while it is generated, if requested: pieces by attempt. */

import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';

/**
 * Reasons why the text of a run is not streamed: not requested, a guardrail may mask or block it, or the output is a
 * file.
 */
export const NO_TEXT_REASONS = ['not_asked', 'guardrail', 'file'] as const;
export type NoTextReason = (typeof NO_TEXT_REASONS)[number];

/** Position in a run's text: attempt and piece. Piece 0 is the start of the attempt. */
export interface TextPosition {
  readonly try: number;
  readonly piece: number;
}

/** State of the text of a run `r`. Reads nothing unless the text was requested. */
export const textState = sql<string>`case when r.stream then coalesce((select ':' || x.try || '-' || x.piece from task_run_texts x
  where x.run_id = r.id order by x.try desc, x.piece desc limit 1), '') else '' end`;

/** Start of an attempt at the text. */
interface TextStart {
  /** Reason why the text is withheld. Null if it is not. */
  readonly withheld: NoTextReason | null;
  /** Attempt that it replaces. No effect if another one has begun meanwhile. Undefined replaces any. */
  readonly voids?: number;
}

/**
 * Starts an attempt at the text, which discards earlier text, and notifies followers. Returns the number of the
 * attempt. Undefined if the run has ended or the previous attempt was withheld for the same reason.
 */
export async function startText(db: Executor, runId: string, start: TextStart): Promise<number | undefined> {
  for (;;) {
    try {
      return await insertTextStart(db, runId, start);
    } catch (error) {
      // Another process has just started an attempt: this one is next.
      if (!isUniqueViolation(error, 'task_run_texts_pkey')) throw error;
    }
  }
}

async function insertTextStart(
  db: Executor,
  runId: string,
  { withheld, voids = 0 }: TextStart,
): Promise<number | undefined> {
  const { rows } = await sql<{ try: number }>`
    with begun as (
      insert into task_run_texts (run_id, try, piece, text, withheld)
      select r.id, coalesce(last.try, 0) + 1, 0, '', ${withheld} from task_runs r
        left join lateral (select try, withheld from task_run_texts x where x.run_id = r.id order by x.try desc, x.piece desc limit 1) last on true
      where r.id = ${runId} and r.completed is null and (${withheld}::text is null or last.withheld is distinct from ${withheld})
        and ${voids}::int in (0, last.try)
      returning run_id, try)
    select try, pg_notify('holdfast_runs', run_id::text) from begun`.execute(db);
  return rows[0]?.try;
}

/** Appends a piece of text. `wake` notifies followers immediately; other pieces are read at their next tick. */
export async function appendText(
  db: Executor,
  runId: string,
  position: TextPosition,
  text: string,
  wake = false,
): Promise<void> {
  await sql`
    with added as (
      insert into task_run_texts (run_id, try, piece, text)
      select id, ${position.try}::int, ${position.piece}::int, ${text}::text from task_runs where id = ${runId} and completed is null returning run_id)
    ${wake ? sql`select pg_notify('holdfast_runs', run_id::text) from added` : sql`select 1 from added`}`.execute(db);
}

/** Text of a run after a position, from one snapshot. */
export interface TextProgress {
  readonly isEnded: boolean;
  readonly status: string;
  /** Tool run. Null for none. */
  readonly toolRunId: string | null;
  /** Whether text was requested. */
  readonly isRequested: boolean;
  /** Newest position. Undefined while no attempt has begun. */
  readonly newest: TextPosition | undefined;
  /** Reason why the latest attempt is withheld. Null if it is not. */
  readonly withheld: NoTextReason | null;
  /** Text of the newest attempt after the position, and its end position. */
  readonly text: string;
  readonly position: TextPosition;
  /** Whether more text may follow. */
  readonly hasMore: boolean;
}

/** Maximum number of pieces per read. */
const MAX_PIECES_PER_READ = 200;

/** Reads the text of the latest attempt after a position. Returns undefined if the run is gone. */
export async function readText(db: Executor, runId: string, after: TextPosition): Promise<TextProgress | undefined> {
  const { rows } = await sql<TextRow>`
    select r.completed is not null as over, r.status, r.tool_run_id, r.stream as asked, n.try as newest_try, n.piece as newest_piece, n.withheld,
      count(p.piece)::int as pieces, coalesce(string_agg(p.text, '' order by p.piece), '') as text, max(p.piece) as piece
    from task_runs r
      left join lateral (select try, piece, withheld from task_run_texts x
        where x.run_id = r.id order by x.try desc, x.piece desc limit 1) n on r.stream
      left join lateral (select piece, text from task_run_texts x
        where x.run_id = r.id and x.try = n.try and x.piece > case when n.try = ${after.try} then ${after.piece}::int else 0 end
        order by x.piece limit ${MAX_PIECES_PER_READ}) p on true
    where r.id = ${runId} group by r.id, n.try, n.piece, n.withheld`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { over, status, tool_run_id: toolRunId, asked, withheld, text, newest_try, newest_piece } = row;
  const newest = newest_try === null ? undefined : { try: newest_try, piece: newest_piece ?? 0 };
  const from = newest === undefined || newest.try === after.try ? after : { try: newest.try, piece: 0 };
  const position = row.piece === null ? from : { ...from, piece: row.piece };
  return {
    isEnded: over,
    status,
    toolRunId,
    isRequested: asked,
    newest,
    withheld,
    text,
    position,
    hasMore: row.pieces === MAX_PIECES_PER_READ,
  };
}

interface TextRow {
  readonly over: boolean;
  readonly status: string;
  readonly tool_run_id: string | null;
  readonly asked: boolean;
  readonly newest_try: number | null;
  readonly newest_piece: number | null;
  readonly withheld: NoTextReason | null;
  readonly pieces: number;
  readonly text: string;
  /** Last piece that was read. */
  readonly piece: number | null;
}
