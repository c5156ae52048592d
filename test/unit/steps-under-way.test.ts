import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asAttempt, attemptNumber, handOver, ownSignal, whileExpecting } from '../../activities/runs/steps/attempt.ts';
import { PATIENCE_MS, Patience } from '../../activities/runs/steps/patience.ts';
import { StepsUnderWay } from '../../activities/runs/steps/under-way.ts';

const never = new AbortController().signal;
const log = pino({ level: 'silent' });
const open = (most = 10) => new StepsUnderWay('own-queue', most, log);

/** A step that ends when it is told to. */
function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { take: () => promise, end: resolve, fail: reject };
}

/** Begins a step that moves out, and answers what it is called. */
async function moved(steps: StepsUnderWay, take: () => Promise<unknown>): Promise<string> {
  const begun = steps.begin(take, never);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  const answer = await begun;
  if (answer.state !== 'moved') throw new Error(`is ${answer.state}`);
  expect(answer.step.queue).toBe('own-queue');
  return answer.step.id;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a step that is begun beside its workflow', () => {
  it('is answered as it ended where it is quick', async () => {
    expect(await open().begin(async () => 42, never)).toEqual({ state: 'done', outcome: 42 });
  });

  it('is to be tried again after the pause that its failure asks for, or a second where that is ours', async () => {
    const busy = ApplicationFailure.create({ nextRetryDelay: 700 });
    expect(await open().begin(() => Promise.reject(busy), never)).toEqual({ state: 'again', afterMs: 700 });
    expect(await open().begin(() => Promise.reject(new Error('broken')), never)).toEqual({
      state: 'again',
      afterMs: 1000,
    });
  });

  it('is handed over at once where it is about to change something outside', async () => {
    const sends = async () => handOver();
    expect(await open().begin(sends, never)).toEqual({ state: 'again', afterMs: 0 });
    expect(await asAttempt({ tried: 1 }, sends)).toBeUndefined();
  });

  it('moves out where it takes longer than anybody waits, and its end is told to who waits then, once', async () => {
    const steps = open();
    const step = controlled();
    const id = await moved(steps, step.take);
    const waiting = steps.wait(id, never);
    step.end('late');
    expect(await waiting).toEqual({ state: 'done', outcome: 'late' });
    await expect(steps.wait(id, never)).rejects.toMatchObject({ type: 'StepGone', nonRetryable: true });
  });

  it('is told also where it ended before anybody waited', async () => {
    const steps = open();
    const step = controlled();
    const id = await moved(steps, step.take);
    step.fail(ApplicationFailure.create({ nextRetryDelay: 50 }));
    expect(await steps.wait(id, never)).toEqual({ state: 'again', afterMs: 50 });
  });

  it('hears a cancellation of whatever waits for it, before it moved out and after', async () => {
    const steps = open();
    const heard: unknown[] = [];
    const take = () =>
      new Promise<never>((_, reject) => {
        const signal = ownSignal()!;
        signal.addEventListener('abort', () => {
          heard.push(signal.reason);
          reject(signal.reason);
        });
      });
    for (const isMoved of [false, true]) {
      const cancel = new AbortController();
      const reason = new CancelledFailure('cancelled');
      const waiting = isMoved ? steps.wait(await moved(steps, take), cancel.signal) : steps.begin(take, cancel.signal);
      const told = expect(waiting).rejects.toBe(reason);
      cancel.abort(reason);
      await told;
      expect(heard.pop()).toBe(reason);
    }
  });

  it('that nobody ever waits for is ended and forgotten', async () => {
    const steps = open();
    const ended = Promise.withResolvers<void>();
    const id = await moved(steps, () => {
      ownSignal()!.addEventListener('abort', () => ended.resolve());
      return ended.promise;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await ended.promise;
    await expect(steps.wait(id, never)).rejects.toMatchObject({ type: 'StepGone' });
  });

  it('is refused where as many are under way as may be, and where the process is to stop', async () => {
    const steps = open(1);
    const step = controlled();
    const id = await moved(steps, step.take);
    expect(await steps.begin(async () => 1, never)).toEqual({ state: 'refused' });
    step.end('over');
    await steps.idle();
    expect(await steps.begin(async () => 1, never)).toEqual({ state: 'done', outcome: 1 });
    steps.close();
    expect(await steps.begin(async () => 1, never)).toEqual({ state: 'refused' });
    expect(await steps.wait(id, never)).toEqual({ state: 'done', outcome: 'over' });
  });
});

describe('patience', () => {
  it('is none for what took long lately, and comes back when it is quick again', () => {
    const patience = new Patience();
    expect(patience.of('model')).toBe(PATIENCE_MS);
    for (let n = 0; n < 15; n++) patience.took('model', 10_000);
    expect([patience.of('model'), patience.of('another')]).toEqual([0, PATIENCE_MS]);
    for (let n = 0; n < 8; n++) patience.took('model', 10);
    expect(patience.of('model')).toBe(PATIENCE_MS);
  });

  it('is learnt from the steps themselves: what is known to be long moves out at once', async () => {
    const steps = open();
    const long = () => whileExpecting('slow model', () => new Promise<never>(() => undefined));
    await moved(steps, long);
    // Without any time going by.
    expect(await steps.begin(long, never)).toMatchObject({ state: 'moved' });
    expect(await steps.begin(() => whileExpecting('quick model', async () => 1), never)).toMatchObject({
      state: 'done',
    });
  });
});

it('a try at a step that runs on no activity of its own counts those before it', async () => {
  expect(await asAttempt({ tried: 0, signal: never }, async () => attemptNumber())).toBe(1);
  expect(await asAttempt({ tried: 2, signal: never }, async () => attemptNumber())).toBe(3);
});
