import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import { usageOf } from '../../src/runs/shown.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import { readText, type TextPlace, type TextProgress } from '../../src/tasks/texts.ts';
import type { ApiContext } from '../context.ts';
import { followRun, lastEventId, type Progress, type ToldEvent } from '../runs/follow.ts';

/** What a reader of a run's stream has: its text up to a place, or all of it and the error of its end, or all there is. */
export type Had = TextPlace | 'error' | 'done';

/** How the ids of the events are written: the try and the piece of text that they end at, or which event of the end it is. */
export const EVENT_ID = /^(?:\d{1,9}-\d{1,9}|error|done)$/;

export const NOTHING: TextPlace = { try: 0, piece: 0 };
/** Where a reader is who was told that the text was not asked for. */
const NOT_ASKED: TextPlace = { try: 0, piece: 1 };

/** What the reader of a request has, by its header or else by its query. */
export function hadBy(request: FastifyRequest, after: string | undefined): Had {
  const id = lastEventId(request, EVENT_ID) ?? after;
  if (id === undefined) return NOTHING;
  if (id === 'error' || id === 'done') return id;
  const [number = 0, piece = 0] = id.split('-').map(Number);
  return { try: number, piece };
}

/** Whether a reader has all that a run will ever tell. Throws a 400 where the run has not come so far: it is another one's id. */
export async function hasAll(ctx: ApiContext, run: TaskRunRow, had: Had): Promise<boolean> {
  if (had === 'done' || had === 'error') {
    if (run.completed === null) throw errors.malformedCursor();
    return had === 'done';
  }
  const told = await readText(ctx.db, run.id, had);
  const newest = told?.asked === false ? NOT_ASKED : (told?.newest ?? NOTHING);
  if (had.try > newest.try || (had.try === newest.try && had.piece > newest.piece)) throw errors.malformedCursor();
  return false;
}

/** Streams what a run tells after what the reader has, until it has ended. */
export function followTaskRun(ctx: ApiContext, reply: FastifyReply, run: TaskRunRow, had: Had): Promise<void> {
  const { id } = run;
  const headers = { 'x-task-run-id': id, 'x-task-revision-id': run.task_revision_id };
  return followRun(ctx, reply, { kind: taskRunKind, id, headers, readOn: readerOf(ctx, id, had) });
}

/** All that a run has told by now after what the reader has. */
export async function toldBy(ctx: ApiContext, run: TaskRunRow, had: Had): Promise<readonly ToldEvent[]> {
  const readOn = readerOf(ctx, run.id, had);
  const events: ToldEvent[] = [];
  for (;;) {
    const progress = await readOn();
    events.push(...(progress?.events ?? []));
    if (!progress?.more) return events;
  }
}

/** Reads on in what a run tells, each time from where it was read last. */
function readerOf({ db }: ApiContext, runId: string, had: Had): () => Promise<Progress | undefined> {
  if (had === 'done') return async () => ({ events: [], more: false, over: true });
  let at = had;
  return async () => {
    const told = at === 'error' ? undefined : await readText(db, runId, at);
    if (at !== 'error' && told === undefined) return undefined;
    const events = told === undefined || at === 'error' ? [] : textEvents(told, at);
    if (told !== undefined) at = told.asked ? told.place : NOT_ASKED;
    const isWhole = told === undefined || (told.over && !told.more);
    if (!isWhole) return { events, more: told.more, over: false };
    const run = await findTaskRun(db, runId);
    if (!run) return undefined;
    const end = endEvents(run);
    return { events: [...events, ...(at === 'error' ? end.slice(-1) : end)], more: false, over: true };
  };
}

function textEvents(told: TextProgress, at: TextPlace): ToldEvent[] {
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

function endEvents(run: TaskRunRow): ToldEvent[] {
  const data = { run_id: run.id, status: run.status, output: run.response, usage: usageOf(run) };
  const done = { id: 'done', event: 'done', data };
  return run.error === null ? [done] : [{ id: 'error', event: 'error', data: run.error }, done];
}

function idOf(place: TextPlace): string {
  return `${place.try}-${place.piece}`;
}
