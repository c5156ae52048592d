import type { FastifyReply, FastifyRequest } from 'fastify';
import { getNewestEventNumber, listWaitEvents } from '../../src/agents/runs/task-run.ts';
import { errors } from '../../src/platform/errors.ts';
import { toUsage } from '../../src/runs/record-fields.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import { readText, type TextPlace, type TextProgress } from '../../src/tasks/texts.ts';
import type { ApiContext } from '../context.ts';
import { followRun, getLastEventId, type Progress, type StreamEvent } from '../runs/follow.ts';

/** A place in a run's stream: of its text, and before any text the number of the last event about its tool calls. */
export interface StreamPlace extends TextPlace {
  readonly seq: number;
}

/** What a reader of a run's stream has: all up to a place, or all text and the error of its end, or all there is. */
export type Had = StreamPlace | 'error' | 'done';

/**
 * How the ids of the events are written: the try and the piece of text that they end at, with the number of an event about the tool
 * calls that come before the text; or which event of the end it is.
 */
export const EVENT_ID = /^(?:\d{1,9}-\d{1,9}(?:-\d{1,9})?|error|done)$/;

export const NOTHING: StreamPlace = { try: 0, piece: 0, seq: 0 };
/** Where a reader is who was told that the text was not asked for. */
const NOT_ASKED: TextPlace = { try: 0, piece: 1 };

/** What the reader of a request has, by its header or else by its query. */
export function hadBy(request: FastifyRequest, after: string | undefined): Had {
  const id = getLastEventId(request, EVENT_ID) ?? after;
  if (id === undefined) return NOTHING;
  if (id === 'error' || id === 'done') return id;
  const [number = 0, piece = 0, seq = 0] = id.split('-').map(Number);
  return { try: number, piece, seq };
}

/** Throws a 400 on a place that the run has not reached: it is another run's id. */
export async function checkReached(ctx: ApiContext, run: TaskRunRow, had: Had): Promise<void> {
  if (had === 'done' || had === 'error') {
    if (run.completed === null) throw errors.malformedCursor();
    return;
  }
  const told = await readText(ctx.db, run.id, had);
  const newest = told?.asked === false ? NOT_ASKED : (told?.newest ?? NOTHING);
  const isBeyond = had.try > newest.try || (had.try === newest.try && had.piece > newest.piece);
  if (isBeyond || (had.seq > 0 && had.seq > (await getNewestEventNumber(ctx.db, run.tool_run_id))))
    throw errors.malformedCursor();
}

/** How a run's stream is read. */
export interface ReadOptions {
  readonly had: Had;
  /** Whether the stream stays open while the run waits for a person. */
  readonly follow: boolean;
}

/** Whether the stream of a run ends without an event after what the reader has. */
export async function endsAtOnce(ctx: ApiContext, run: TaskRunRow, options: ReadOptions): Promise<boolean> {
  const progress = await readerOf(ctx, run.id, options)();
  return progress?.over === true && progress.events.length === 0;
}

/** Streams what a run tells after what the reader has, until it has ended or waits for a person. */
export function followTaskRun(
  ctx: ApiContext,
  reply: FastifyReply,
  run: TaskRunRow,
  options: ReadOptions,
): Promise<void> {
  const { id } = run;
  const headers = { 'x-task-run-id': id, 'x-task-revision-id': run.task_revision_id };
  return followRun(ctx, reply, { kind: taskRunKind, id, headers, readNext: readerOf(ctx, id, options) });
}

/** All that a run has told by now after what the reader has. */
export async function toldBy(ctx: ApiContext, run: TaskRunRow, had: Had): Promise<readonly StreamEvent[]> {
  const readOn = readerOf(ctx, run.id, { had, follow: false });
  const events: StreamEvent[] = [];
  for (;;) {
    const progress = await readOn();
    events.push(...(progress?.events ?? []));
    if (!progress?.more) return events;
  }
}

/** Reads on in what a run tells, each time from where it was read last. */
function readerOf(
  { db }: ApiContext,
  runId: string,
  { had, follow }: ReadOptions,
): () => Promise<Progress | undefined> {
  if (had === 'done') return async () => ({ events: [], more: false, over: true });
  let at = had;
  return async () => {
    const told = at === 'error' ? undefined : await readText(db, runId, at);
    if (at !== 'error' && told === undefined) return undefined;
    const events: StreamEvent[] = [];
    if (told !== undefined && at !== 'error') {
      const before = told.asked ? { try: 0, piece: 0 } : NOT_ASKED;
      // Tools are called before the answer is written: whoever has some of its text has all of these.
      const waits = at.try === 0 && told.toolRunId !== null ? await listWaitEvents(db, told.toolRunId, at.seq) : [];
      const waited = waits.map(({ seq, kind, payload }) => ({ id: idOf(before, seq), event: kind, data: payload }));
      const text = textEvents(told, at);
      events.push(...(told.asked ? [...waited, ...text] : [...text, ...waited]));
      at = { ...(told.asked ? told.place : NOT_ASKED), seq: waits.at(-1)?.seq ?? at.seq };
    }
    const isWhole = told === undefined || (told.over && !told.more);
    if (!isWhole)
      return { events, more: told.more, over: !follow && taskRunKind.parked.includes(told.status) && !told.more };
    const run = await findTaskRun(db, runId);
    if (!run) return undefined;
    const end = endEvents(run);
    return { events: [...events, ...(at === 'error' ? end.slice(-1) : end)], more: false, over: true };
  };
}

function textEvents(told: TextProgress, at: TextPlace): StreamEvent[] {
  const { asked, withheld, text, place, newest } = told;
  if (!asked) return at.piece === 0 ? [{ id: idOf(NOT_ASKED), event: 'no_text', data: { reason: 'not_asked' } }] : [];
  if (newest === undefined) return [];
  const isNew = newest.try > at.try;
  if (isNew && withheld !== null)
    return [{ id: idOf({ try: newest.try, piece: 0 }), event: 'no_text', data: { reason: withheld } }];
  const attempt = newest.try;
  const isVoid = isNew && at.piece > 0;
  const begun = { id: idOf({ try: attempt, piece: 0 }), event: 'text_restarted', data: { attempt } };
  const said = { id: idOf(place), event: 'text', data: { text, attempt } };
  return [...(isVoid ? [begun] : []), ...(text === '' ? [] : [said])];
}

function endEvents(run: TaskRunRow): StreamEvent[] {
  const data = { run_id: run.id, status: run.status, output: run.response, usage: toUsage(run) };
  const done = { id: 'done', event: 'done', data };
  return run.error === null ? [done] : [{ id: 'error', event: 'error', data: run.error }, done];
}

function idOf(place: TextPlace, seq?: number): string {
  return [place.try, place.piece, ...(seq === undefined ? [] : [seq])].join('-');
}
