import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import type { ApiContext } from '../context.ts';
import { getErrorEvent } from '../plugins/event-schemas.ts';
import { type StreamMessage, startStream } from '../plugins/sse.ts';

/** Event of a run's stream. */
export interface StreamEvent extends StreamMessage {
  readonly event: string;
}

/** Events of a run since the last read, from one snapshot. */
export interface Progress<E extends StreamMessage = StreamMessage> {
  readonly events: readonly E[];
  /** Whether more events may already exist. */
  readonly more: boolean;
  /** Whether the stream ends after these events. */
  readonly over: boolean;
}

/** Run to follow. */
interface FollowedRun {
  readonly kind: RunKind;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the next events; undefined if the run no longer exists. */
  readonly readNext: () => Promise<Progress | undefined>;
}

/** Streams the events of a run in order until the stream ends. Unread events stay in the database. */
export async function followRun(ctx: ApiContext, reply: FastifyReply, run: FollowedRun): Promise<void> {
  const failure = getErrorEvent(reply.request);
  const stream = startStream(ctx, reply, { headers: run.headers });
  let changed = true;
  let wake = () => {};
  const notify = () => {
    changed = true;
    wake();
  };
  const unwatch = ctx.watcher.watch(run.kind, run.id, notify, { following: true });
  stream.onClose(notify);
  try {
    while (stream.isOpen()) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      changed = false;
      await stream.waitForDrain();
      if (!stream.isOpen()) break;
      const progress = await run.readNext();
      if (!progress) break;
      for (const event of progress.events) stream.send(event.event === 'error' ? { ...event, event: failure } : event);
      if (progress.more) changed = true;
      else if (progress.over) break;
    }
  } catch (error) {
    // The response has started, so ending the stream is the only error signal; the client resumes.
    ctx.log.warn({ err: error, run_id: run.id }, 'an event stream was interrupted');
  } finally {
    unwatch();
    stream.end();
  }
}

/** Last event id of a resuming client; undefined on the first request. Throws a 400 on an id of another format. */
export function getLastEventId(request: FastifyRequest, form: RegExp): string | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !form.test(header)) throw errors.malformedCursor();
  return header;
}
