/** The text of a run while it comes, of a run whose text was asked for: in pieces, by the try at the answer that said them. */

import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';

/**
 * Reasons why the text of a run is not streamed: not requested, a guardrail may mask or block it, or the output is a
 * file.
 */
export const NO_TEXT_REASONS = ['not_asked', 'guardrail', 'file'] as const;
export type NoTextReason = (typeof NO_TEXT_REASONS)[number];

/** A place in a run's text: a try at the answer, and a piece of it; 0 is where the try begins. */
export interface TextPosition {
  readonly try: number;
  readonly piece: number;
}

/** State of the text of a run `r`. Reads nothing unless the text was requested. */
export const textState = sql<string>`case when r.stream then coalesce((select ':' || x.try || '-' || x.piece from task_run_texts x
  where x.run_id = r.id order by x.try desc, x.piece desc limit 1), '') else '' end`;

/** How a try begins. */
export interface TextStart {
  /** Reason why the text is withheld. Null if it is not. */
  readonly withheld: NoTextReason | null;
  /** The try in whose place it comes: none begins where another has begun meanwhile. Left out, it comes after any. */
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
      // Another process that is at the same run has begun a try at this very moment: this one is the next.
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

/** What a run has said after a place, as of one moment. */
export interface TextProgress {
  readonly isEnded: boolean;
  readonly status: string;
  /** The run that makes its tool calls; null where there is none. */
  readonly toolRunId: string | null;
  /** Whether its text was asked for. */
  readonly isRequested: boolean;
  /** The newest place there is; undefined while nothing has begun. */
  readonly newest: TextPosition | undefined;
  /** Reason why the latest attempt is withheld. Null if it is not. */
  readonly withheld: NoTextReason | null;
  /** What the newest try has said after the place, as far as it was read, and the place that this ends at. */
  readonly text: string;
  readonly position: TextPosition;
  /** Whether there may be more after it. */
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
  /** The last piece that was read. */
  readonly piece: number | null;
}
