import type { FastifyReply, FastifyRequest } from 'fastify';
import { getNewestEventNumber, listWaitEvents } from '../../src/agents/runs/task-run.ts';
import { errors } from '../../src/platform/errors.ts';
import { toUsage } from '../../src/runs/record-fields.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { readText, type TextPosition, type TextProgress } from '../../src/tasks/run-text.ts';
import { findTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import type { ApiContext } from '../context.ts';
import { followRun, getLastEventId, type Progress, type StreamEvent } from '../runs/follow.ts';

/** Position in a run's stream: in its text, and before any text the number of the last tool call event. */
interface StreamPosition extends TextPosition {
  readonly seq: number;
}

/** Position of a reader: a position, all text with the final error, or everything. */
type ReceivedPosition = StreamPosition | 'error' | 'done';

/**
 * Format of event IDs: attempt and piece of the text, and the number of a tool call event before the text. Or the final
 * event.
 */
export const EVENT_ID = /^(?:\d{1,9}-\d{1,9}(?:-\d{1,9})?|error|done)$/;

export const STREAM_START: StreamPosition = { try: 0, piece: 0, seq: 0 };
/** Position after the event that text was not requested. */
const NOT_REQUESTED: TextPosition = { try: 0, piece: 1 };

/** Reads the reader's position from the header or the query. */
export function readPosition(request: FastifyRequest, after: string | undefined): ReceivedPosition {
  const id = getLastEventId(request, EVENT_ID) ?? after;
  if (id === undefined) return STREAM_START;
  if (id === 'error' || id === 'done') return id;
  const [number = 0, piece = 0, seq = 0] = id.split('-').map(Number);
  return { try: number, piece, seq };
}

/** Throws a 400 for a position that the run has not reached: the ID belongs to another run. */
export async function assertReached(ctx: ApiContext, run: TaskRunRow, received: ReceivedPosition): Promise<void> {
  if (received === 'done' || received === 'error') {
    if (run.completed === null) throw errors.malformedCursor();
    return;
  }
  const getTextProgress = await readText(ctx.db, run.id, received);
  const newest = getTextProgress?.isRequested === false ? NOT_REQUESTED : (getTextProgress?.newest ?? STREAM_START);
  const isUnreached = received.try > newest.try || (received.try === newest.try && received.piece > newest.piece);
  if (isUnreached || (received.seq > 0 && received.seq > (await getNewestEventNumber(ctx.db, run.tool_run_id))))
    throw errors.malformedCursor();
}

/** Options for reading a run's stream. */
interface ReadOptions {
  readonly received: ReceivedPosition;
  /** Whether the stream stays open while the run waits for a person. */
  readonly follow: boolean;
}

/** Returns whether a stream ends without further events after the reader's position. */
export async function hasNoMoreEvents(ctx: ApiContext, run: TaskRunRow, options: ReadOptions): Promise<boolean> {
  const progress = await createReader(ctx, run.id, options)();
  return progress?.over === true && progress.events.length === 0;
}

/** Streams the events of a run after a position, until it has ended or waits for a person. */
export function followTaskRun(
  ctx: ApiContext,
  reply: FastifyReply,
  run: TaskRunRow,
  options: ReadOptions,
): Promise<void> {
  const { id } = run;
  const headers = { 'x-task-run-id': id, 'x-task-revision-id': run.task_revision_id };
  return followRun(ctx, reply, { kind: taskRunKind, id, headers, readNext: createReader(ctx, id, options) });
}

/** Lists the events of a run after a position. */
export async function listEvents(
  ctx: ApiContext,
  run: TaskRunRow,
  received: ReceivedPosition,
): Promise<readonly StreamEvent[]> {
  const readOn = createReader(ctx, run.id, { received, follow: false });
  const events: StreamEvent[] = [];
  for (;;) {
    const progress = await readOn();
    events.push(...(progress?.events ?? []));
    if (!progress?.more) return events;
  }
}

/** Returns a function that reads the next events at each call. */
export function createReader(
  { db }: ApiContext,
  runId: string,
  { received, follow }: ReadOptions,
): () => Promise<Progress<StreamEvent> | undefined> {
  if (received === 'done') return async () => ({ events: [], more: false, over: true });
  let at = received;
  return async () => {
    const getTextProgress = at === 'error' ? undefined : await readText(db, runId, at);
    if (at !== 'error' && getTextProgress === undefined) return undefined;
    const events: StreamEvent[] = [];
    if (getTextProgress !== undefined && at !== 'error') {
      const before = getTextProgress.isRequested ? { try: 0, piece: 0 } : NOT_REQUESTED;
      // Tool calls precede the text, so a reader with text has all their events.
      const waitEvents =
        at.try === 0 && getTextProgress.toolRunId !== null
          ? await listWaitEvents(db, getTextProgress.toolRunId, at.seq)
          : [];
      const waitMessages = waitEvents.map(({ seq, kind, payload }) => ({
        id: formatEventId(before, seq),
        event: kind,
        data: payload,
      }));
      const text = toTextEvents(getTextProgress, at);
      events.push(...(getTextProgress.isRequested ? [...waitMessages, ...text] : [...text, ...waitMessages]));
      at = {
        ...(getTextProgress.isRequested ? getTextProgress.position : NOT_REQUESTED),
        seq: waitEvents.at(-1)?.seq ?? at.seq,
      };
    }
    const isTextComplete = getTextProgress === undefined || (getTextProgress.isEnded && !getTextProgress.hasMore);
    if (!isTextComplete)
      return {
        events,
        more: getTextProgress.hasMore,
        over: !follow && taskRunKind.parked.includes(getTextProgress.status) && !getTextProgress.hasMore,
      };
    const run = await findTaskRun(db, runId);
    if (!run) return undefined;
    const end = endEvents(run);
    return { events: [...events, ...(at === 'error' ? end.slice(-1) : end)], more: false, over: true };
  };
}

function toTextEvents(getTextProgress: TextProgress, at: TextPosition): StreamEvent[] {
  const { isRequested: asked, withheld, text, position: place, newest } = getTextProgress;
  if (!asked)
    return at.piece === 0
      ? [{ id: formatEventId(NOT_REQUESTED), event: 'no_text', data: { reason: 'not_asked' } }]
      : [];
  if (newest === undefined) return [];
  const isNew = newest.try > at.try;
  if (isNew && withheld !== null)
    return [{ id: formatEventId({ try: newest.try, piece: 0 }), event: 'no_text', data: { reason: withheld } }];
  const attempt = newest.try;
  const isVoid = isNew && at.piece > 0;
  const restarted = { id: formatEventId({ try: attempt, piece: 0 }), event: 'text_restarted', data: { attempt } };
  const textEvent = { id: formatEventId(place), event: 'text', data: { text, attempt } };
  return [...(isVoid ? [restarted] : []), ...(text === '' ? [] : [textEvent])];
}

function endEvents(run: TaskRunRow): StreamEvent[] {
  const data = { run_id: run.id, status: run.status, output: run.response, usage: toUsage(run) };
  const done = { id: 'done', event: 'done', data };
  return run.error === null ? [done] : [{ id: 'error', event: 'error', data: run.error }, done];
}

function formatEventId(place: TextPosition, seq?: number): string {
  return [place.try, place.piece, ...(seq === undefined ? [] : [seq])].join('-');
}
