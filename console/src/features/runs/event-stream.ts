import { getServerTime } from '../../lib/server-clock.ts';
import { createFrameQueue } from './frame-queue.ts';

/** State of an event stream. `over` means that no further events follow. */
export type StreamState = 'reading' | 'live' | 'paused' | 'broken' | 'over';

/** Delay before a failed stream is reopened, in milliseconds. */
export const REOPEN_DELAY_MS = 2000;

/** Options of an event stream. */
interface EventStreamOptions {
  /** Returns the URL of the events after an event ID. An empty ID returns all. */
  readonly getUrl: (lastEventId: string) => string;
  readonly eventTypes: readonly string[];
  /** Called with each event and its arrival by the server's clock, in milliseconds since the epoch. */
  readonly onEvent: (event: MessageEvent<string>, receivedAt: number) => void;
  readonly onStateChange: (state: StreamState) => void;
}

/**
 * Follows a run until its `done` event and reconnects when the connection breaks. A hidden tab closes its stream and
 * later resumes it. Returns a function that stops following.
 */
export function followEvents({ getUrl, eventTypes, onEvent, onStateChange }: EventStreamOptions): () => void {
  let source: EventSource | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** ID of the last received event. Queued events still count, also after a reconnect. */
  let lastEventId = '';
  const close = () => {
    source?.close();
    clearTimeout(reopenTimer);
  };
  const enqueue = createFrameQueue<{ event: MessageEvent<string>; receivedAt: number }>(
    ({ event, receivedAt }) => {
      if (isOver) return;
      onEvent(event, receivedAt);
      if (event.type !== 'done') return;
      isOver = true;
      close();
      onStateChange('over');
    },
    (callback) => void requestAnimationFrame(callback),
  );
  const connect = () => {
    close();
    if (document.hidden || isOver) {
      if (!isOver) onStateChange('paused');
      return;
    }
    const connection = new EventSource(getUrl(lastEventId));
    source = connection;
    // A waiting run sends no events for a long time, so silence is no error.
    onStateChange('live');
    connection.onopen = () => onStateChange('live');
    connection.onerror = (event) => {
      // Runs also send events named `error`.
      if (event instanceof MessageEvent) return;
      onStateChange('broken');
      // The browser does not retry: the response was an error, or 204 because nothing follows.
      if (connection.readyState === EventSource.CLOSED) reopenTimer = setTimeout(connect, REOPEN_DELAY_MS);
    };
    for (const eventType of eventTypes)
      connection.addEventListener(eventType, (event) => {
        if (!(event instanceof MessageEvent)) return;
        lastEventId = event.lastEventId;
        // The server closes the connection after `done`, which must not count as an error.
        if (eventType === 'done') connection.close();
        enqueue({ event, receivedAt: getServerTime() });
      });
  };
  connect();
  document.addEventListener('visibilitychange', connect);
  return () => {
    isOver = true;
    close();
    document.removeEventListener('visibilitychange', connect);
  };
}
