import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { AnyEvent } from '../../../../client/event-stream.ts';
import { parseJson } from '../../lib/json.ts';
import { getServerTime } from '../../lib/server-clock.ts';

/** State of an event stream. `over` means that no further events follow. */
export type StreamState = 'reading' | 'live' | 'paused' | 'broken' | 'over';

/** Delay before a failed stream is reopened, in milliseconds. */
export const REOPEN_DELAY_MS = 2000;

/** Maximum processing time per frame in milliseconds. The rest of the frame is for rendering. */
const MAX_SLICE_MS = 3;

/** Options of an event stream. */
interface EventStreamOptions<E extends AnyEvent> {
  /** Returns the URL of the events after an event ID. An empty ID returns all. */
  readonly getUrl: (lastEventId: string) => string;
  /** Called with each event and its arrival by the server's clock, in milliseconds since the epoch. */
  readonly onEvent: (event: E, receivedAt: number) => void;
  readonly onStateChange: (state: StreamState) => void;
}

/**
 * Follows a run until its `done` event and reconnects when the connection breaks. A hidden tab closes its stream and
 * later resumes it. A burst is read over several frames: an EventSource would dispatch thousands of received events in
 * one task. Returns a function that stops following.
 */
export function followEvents<E extends AnyEvent>({
  getUrl,
  onEvent,
  onStateChange,
}: EventStreamOptions<E>): () => void {
  let connection: AbortController | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let lastEventId = '';
  const close = () => {
    connection?.abort();
    connection = undefined;
    clearTimeout(reopenTimer);
  };
  const read = async (abort: AbortController) => {
    const headers = { accept: 'text/event-stream' };
    const response = await fetch(getUrl(lastEventId), { headers, cache: 'no-store', signal: abort.signal });
    if (!response.ok || !response.body) return;
    onStateChange('live');
    const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    // Safari 17.5 cannot iterate streams.
    const reader = messages.getReader();
    let sliceEnd = performance.now() + MAX_SLICE_MS;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (connection !== abort) return;
      const { id, event, data } = next.value;
      lastEventId = id ?? lastEventId;
      onEvent({ id, event, data: parseJson(data) } as E, getServerTime());
      if (event === 'done') {
        isOver = true;
        close();
        onStateChange('over');
        return;
      }
      if (performance.now() < sliceEnd) continue;
      await new Promise(requestAnimationFrame);
      sliceEnd = performance.now() + MAX_SLICE_MS;
    }
  };
  const connect = async () => {
    close();
    if (document.hidden || isOver) {
      if (!isOver) onStateChange('paused');
      return;
    }
    const abort = new AbortController();
    connection = abort;
    // A waiting run sends no events for a long time, so silence is no error.
    onStateChange('live');
    // A stream that ends or fails is reopened.
    await read(abort).catch(() => {});
    if (connection !== abort) return;
    onStateChange('broken');
    reopenTimer = setTimeout(connect, REOPEN_DELAY_MS);
  };
  void connect();
  document.addEventListener('visibilitychange', connect);
  return () => {
    isOver = true;
    close();
    document.removeEventListener('visibilitychange', connect);
  };
}
