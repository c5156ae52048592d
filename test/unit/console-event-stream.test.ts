import { afterEach, expect, it, vi } from 'vitest';
import { createUpdateScheduler } from '../../console/src/features/runs/update-scheduler.ts';

/** Module that the compiler does not follow, because tests have no types of browsers. */
const EVENT_STREAM = '../../console/src/features/runs/event-stream.ts';

interface EventStreamModule {
  followEvents(options: {
    getUrl(lastEventId: string): string;
    onEvent(event: { data: { id: number } }): void;
    onStateChange(state: string): void;
  }): void;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an event stream reads a burst over several frames and resumes after its last event, all in order, none twice', async () => {
  const { followEvents } = (await import(EVENT_STREAM)) as EventStreamModule;
  const LAST_ID = 6000;
  const BREAK_ID = 4000;
  const listeners = new Map<string, () => void>();
  const document = { hidden: false, addEventListener: (name: string, run: () => void) => listeners.set(name, run) };
  vi.stubGlobal('document', document);
  let frameCount = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frameCount++;
    setImmediate(callback);
  });
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    const after = Number(url);
    const end = after < BREAK_ID ? BREAK_ID : LAST_ID;
    const messages = Array.from({ length: end - after }, (_, n) => after + n + 1).map(
      (id) => `id: ${id}\nevent: ${id === LAST_ID ? 'done' : 'text'}\ndata: {"id":${id}}\n\n`,
    );
    return new Response(messages.join(''));
  });
  const ids: number[] = [];
  const states: string[] = [];
  await new Promise<void>((resolve) => {
    followEvents({
      getUrl: (lastEventId) => lastEventId || '0',
      onEvent: ({ data }) => {
        ids.push(data.id);
        // A tab that is hidden in a burst closes its stream and resumes when it is visible again.
        if (ids.length !== 1000) return;
        document.hidden = true;
        listeners.get('visibilitychange')?.();
      },
      onStateChange: (state) => {
        states.push(state);
        if (state === 'over') resolve();
        if (state !== 'paused' && state !== 'broken') return;
        document.hidden = false;
        listeners.get('visibilitychange')?.();
      },
    });
  });
  expect(ids).toEqual(Array.from({ length: LAST_ID }, (_, n) => n + 1));
  expect(urls).toEqual(['0', '1000', String(BREAK_ID)]);
  expect(states).toEqual(['live', 'live', 'paused', 'live', 'live', 'broken', 'live', 'live', 'over']);
  expect(frameCount).toBeGreaterThan(1);
});

it('an update scheduler updates once per frame, and four times per second in a burst', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const frames: (() => void)[] = [];
  let updateCount = 0;
  const requestUpdate = createUpdateScheduler(
    () => void updateCount++,
    (callback) => void frames.push(callback),
  );
  const countUpdates = (frameCount: number, itemsPerFrame: number) => {
    const before = updateCount;
    for (let n = 0; n < frameCount; n++) {
      for (let item = 0; item < itemsPerFrame; item++) requestUpdate(1);
      for (const callback of frames.splice(0)) callback();
      vi.advanceTimersByTime(10);
    }
    return updateCount - before;
  };
  expect(countUpdates(100, 2)).toBe(100);
  expect(countUpdates(95, 100)).toBe(3);
  // The update for the end of the burst is not lost.
  expect(countUpdates(10, 0)).toBe(1);
  expect(frames).toEqual([]);
});
