import { getServerTime } from '../../lib/server-clock.ts';
import { byFrames } from './by-frames.ts';

/** How the events of a run come: `over` once there will be no more. */
export type Following = 'reading' | 'live' | 'paused' | 'broken' | 'over';

/** Milliseconds before what was answered by an error is asked for again. */
export const REOPEN_MS = 2000;

/** The stream of a run. */
interface Followed {
  /** Where what comes after an event is told, by its id; after none where that is empty. */
  readonly address: (last: string) => string;
  readonly kinds: readonly string[];
  /** Takes an event that came at a moment, in milliseconds of the server's clock. */
  readonly take: (event: MessageEvent<string>, at: number) => void;
  readonly setState: (state: Following) => void;
}

/**
 * Follows a run until `done`, however often the connection breaks. A hidden tab has no stream; it goes on where it stopped. Answers
 * what ends it. Shared with agents.
 */
export function followEvents({ address, kinds, take, setState }: Followed): () => void {
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Of the last event that came: what came will be taken, also when the stream is opened anew meanwhile. */
  let last = '';
  const close = () => {
    source?.close();
    clearTimeout(reopening);
  };
  const inTurn = byFrames<{ event: MessageEvent<string>; at: number }>(
    ({ event, at }) => {
      if (isOver) return;
      take(event, at);
      if (event.type !== 'done') return;
      isOver = true;
      close();
      setState('over');
    },
    (act) => void requestAnimationFrame(act),
  );
  const open = () => {
    close();
    if (document.hidden || isOver) {
      if (!isOver) setState('paused');
      return;
    }
    const opened = new EventSource(address(last));
    source = opened;
    // A run that waits says nothing for long: not to hear anything is as it should be.
    setState('live');
    opened.onopen = () => setState('live');
    opened.onerror = (event) => {
      // An event of the run's own may have that name as well.
      if (event instanceof MessageEvent) return;
      setState('broken');
      // Closed for good: it was answered by an error, or by 204 because nothing is to come.
      if (opened.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS);
    };
    for (const kind of kinds)
      opened.addEventListener(kind, (event) => {
        if (!(event instanceof MessageEvent)) return;
        last = event.lastEventId;
        // Nothing comes after it, and the server hangs up.
        if (kind === 'done') opened.close();
        inTurn({ event, at: getServerTime() });
      });
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    isOver = true;
    close();
    document.removeEventListener('visibilitychange', open);
  };
}
