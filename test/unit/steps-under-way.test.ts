import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityContext } from '../../activities/context.ts';
import { Absences, DEAD_MS } from '../../activities/runs/steps/absences.ts';
import {
  asAttempt,
  attemptNumber,
  BegunBefore,
  BegunElsewhere,
  beginner,
  handOver,
  LeftToWorkflow,
  ownSignal,
  whileExpecting,
} from '../../activities/runs/steps/attempt.ts';
import { beginAhead, here } from '../../activities/runs/steps/here.ts';
import { LONGEST_PATIENCE_MS, PATIENCE_MS, Patience } from '../../activities/runs/steps/patience.ts';
import { type AheadStep, StepsUnderWay } from '../../activities/runs/steps/under-way.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';

const never = new AbortController().signal;
const log = pino({ level: 'silent' });
/** Runs whose workflows steps asked for. */
const started: string[] = [];
/** Queues of processes that are not to be seen. */
const missing = new Set<string>();
const startWorkflow = (kind: string, id: string) => void started.push(`${kind}:${id}`);
/** A process that has nothing else to do, unless it says so. */
const open = (most = 10, idleMs = () => performance.now()) =>
  new StepsUnderWay('own-queue', most, log, startWorkflow, new Absences(async (queue) => missing.has(queue)), idleMs);

let named = 0;
/** Begins a step that is none of those before. */
const begin = <T>(steps: StepsUnderWay, take: () => Promise<T>, cancelled = never) =>
  steps.begin(`step-${named++}`, take, cancelled);

/** A step that ends when it is told to. */
function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { take: () => promise, end: resolve, fail: reject };
}

/** Begins a step that moves out, and answers what it is called. */
async function moved(steps: StepsUnderWay, take: () => Promise<unknown>): Promise<string> {
  const begun = begin(steps, take);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  const answer = await begun;
  if (answer.state !== 'moved') throw new Error(`is ${answer.state}`);
  expect(answer.step.queue).toBe('own-queue');
  return answer.step.id;
}

beforeEach(() => {
  started.length = 0;
  missing.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a step that is begun beside its workflow', () => {
  it('is answered as it ended where it is quick', async () => {
    expect(await begin(open(), async () => 42)).toEqual({ state: 'done', outcome: 42 });
  });

  it('is to be tried again after the pause that its failure asks for, or a second where that is ours', async () => {
    const busy = ApplicationFailure.create({ nextRetryDelay: 700 });
    expect(await begin(open(), () => Promise.reject(busy))).toEqual({ state: 'again', afterMs: 700 });
    expect(await begin(open(), () => Promise.reject(new Error('broken')))).toEqual({
      state: 'again',
      afterMs: 1000,
    });
  });

  it('is handed over at once where it is about to change something outside', async () => {
    const sends = async () => handOver();
    expect(await begin(open(), sends)).toEqual({ state: 'again', afterMs: 0 });
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

  it('is waited for longer where the process is busy, since that makes it late, but not for ever', async () => {
    const steps = open(10, () => 0);
    const late = controlled();
    const busy = begin(steps, () => whileExpecting('model', late.take));
    const endless = begin(steps, () => whileExpecting('slow model', controlled().take));
    await vi.advanceTimersByTimeAsync(LONGEST_PATIENCE_MS - 1);
    late.end('late');
    expect(await busy).toEqual({ state: 'done', outcome: 'late' });
    await vi.advanceTimersByTimeAsync(1);
    expect(await endless).toMatchObject({ state: 'moved' });
    // The first was not the model's fault, the second was.
    const next = (what: string) => begin(steps, () => whileExpecting(what, async () => 1));
    expect(await next('model')).toMatchObject({ state: 'done' });
    expect(await begin(steps, () => whileExpecting('slow model', controlled().take))).toMatchObject({
      state: 'moved',
    });
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
      const waiting = isMoved ? steps.wait(await moved(steps, take), cancel.signal) : begin(steps, take, cancel.signal);
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
    expect(await begin(steps, async () => 1)).toEqual({ state: 'refused' });
    step.end('over');
    await steps.idle();
    expect(await begin(steps, async () => 1)).toEqual({ state: 'done', outcome: 1 });
    steps.close();
    expect(await begin(steps, async () => 1)).toEqual({ state: 'refused' });
    expect(await steps.wait(id, never)).toEqual({ state: 'done', outcome: 'over' });
  });
});

describe('the first step of a run', () => {
  /** A process that begins those of a kind when it hears of them, as often as `begun` then says. */
  function opened(
    take: () => Promise<unknown>,
    { most, last = 1, end }: { most?: number; last?: number; end?: 'over' } = {},
  ) {
    const steps = open(most);
    const begun: string[] = [];
    const stepOf = (run: string, number: number): AheadStep => {
      const id = number === 1 ? run : `${run}/${number}`;
      return {
        id,
        take: () => {
          begun.push(id);
          return take();
        },
        next: () => (number < last ? stepOf(run, number + 1) : end),
      };
    };
    const first = (id: string) => stepOf(id, 1);
    steps.beginAheadBy('kind', first);
    return { steps, begun, ask: (id: string) => steps.begin(id, first(id).take, never) };
  }

  it('is begun when the run is accepted, and its workflow finds it under way or over, once', async () => {
    const step = controlled();
    const { steps, begun, ask } = opened(step.take);
    steps.accepted('kind:run');
    steps.accepted('kind:run');
    const asked = ask('run');
    step.end('early');
    expect(await asked).toEqual({ state: 'done', outcome: 'early' });
    steps.accepted('kind:another');
    await steps.idle();
    expect(await ask('another')).toEqual({ state: 'done', outcome: 'early' });
    expect(begun).toEqual(['run', 'another']);
    // What was told is forgotten.
    expect(await ask('run')).toEqual({ state: 'done', outcome: 'early' });
    expect(begun).toEqual(['run', 'another', 'run']);
  });

  it('is the one that an activity names, with what follows from what came of it', async () => {
    const steps = open();
    const taken: object[] = [];
    const take = async (input: { runId: string; turn: number }) => {
      taken.push(input);
      return input.turn < 2;
    };
    const takeHere = here({ steps } as ActivityContext, take, {
      kind: agentRunKind,
      first: (runId) => ({ runId, turn: 1 }),
      next: ({ runId, turn }, goesOn) => (goesOn ? { runId, turn: turn + 1 } : undefined),
    });
    beginAhead(steps, { takeHere, other: here({ steps } as ActivityContext, take) });
    steps.accepted('agent_run:run');
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual([
      { runId: 'run', turn: 1 },
      { runId: 'run', turn: 2 },
    ]);
    expect(await steps.begin('run/2', () => Promise.reject(new Error('begun twice')), never)).toEqual({
      state: 'done',
      outcome: false,
    });
  });

  it('is followed by those that nothing else comes before, until one is lost', async () => {
    const { steps, begun, ask } = opened(async () => begun.length, { last: 3 });
    steps.accepted('kind:run');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['run', 'run/2', 'run/3']);
    expect(await ask('run')).toEqual({ state: 'done', outcome: 1 });
    const lost = opened(() => Promise.reject(new BegunBefore()), { last: 3 });
    lost.steps.accepted('kind:run');
    await vi.advanceTimersByTimeAsync(0);
    expect(lost.begun).toEqual(['run']);
  });

  it('moves out and fails as any other does', async () => {
    const step = controlled();
    const { steps, begun, ask } = opened(step.take);
    steps.accepted('kind:run');
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(await ask('run')).toEqual({ state: 'moved', step: { queue: 'own-queue', id: 'run' } });
    step.fail(ApplicationFailure.create({ nextRetryDelay: 50 }));
    expect(await steps.wait('run', never)).toEqual({ state: 'again', afterMs: 50 });
    expect(begun).toEqual(['run']);
  });

  it('that another process had begun is left to the workflow, and waited for where that process is at it', async () => {
    let tries = 0;
    const { steps, ask } = opened(async () => {
      tries += 1;
      if (beginner()?.ahead) throw new BegunBefore();
      throw new BegunElsewhere('its-queue');
    });
    steps.accepted('kind:run');
    expect(await ask('run')).toEqual({ state: 'moved', step: { queue: 'its-queue', id: 'run' } });
    expect(tries).toBe(2);
  });

  it('that a dead process had begun is taken in its place, once it was not to be seen for long enough', async () => {
    const takenFor: (string | undefined)[] = [];
    const { ask } = opened(async () => {
      const insteadOf = beginner()?.insteadOf;
      if (insteadOf === undefined) throw new BegunElsewhere('its-queue');
      takenFor.push(insteadOf);
      return 'anew';
    });
    missing.add('its-queue');
    expect(await ask('run')).toEqual({ state: 'later', afterMs: DEAD_MS });
    await vi.advanceTimersByTimeAsync(DEAD_MS - 1);
    expect(await ask('run')).toEqual({ state: 'later', afterMs: 1 });
    // Its connection had only broken.
    missing.clear();
    expect(await ask('run')).toEqual({ state: 'moved', step: { queue: 'its-queue', id: 'run' } });
    missing.add('its-queue');
    await vi.advanceTimersByTimeAsync(DEAD_MS);
    expect(await ask('run')).toEqual({ state: 'later', afterMs: DEAD_MS });
    expect(takenFor).toEqual([]);
    await vi.advanceTimersByTimeAsync(DEAD_MS);
    expect(await ask('run')).toEqual({ state: 'done', outcome: 'anew' });
    // It is known to be dead by now: nobody waits for the next one.
    expect(await ask('next')).toEqual({ state: 'done', outcome: 'anew' });
    expect(takenFor).toEqual(['its-queue', 'its-queue']);
  });

  it('is left to the workflow where three quarters of all steps are under way, and where the process is to stop', async () => {
    const { steps, begun } = opened(controlled().take, { most: 4 });
    for (const id of ['a', 'b', 'c', 'e']) steps.accepted(`kind:${id}`);
    steps.accepted('unknown:d');
    expect(begun).toEqual(['a', 'b', 'c']);
    const stopping = opened(controlled().take);
    stopping.steps.close();
    stopping.steps.accepted('kind:run');
    expect(stopping.begun).toEqual([]);
  });

  it('is left to the workflow where workflows have yet to ask for as many as may be under way', async () => {
    const { steps, begun, ask } = opened(async () => 'early', { most: 8 });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      steps.accepted(`kind:${id}`);
      await steps.idle();
    }
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    await ask('a');
    steps.accepted('kind:i');
    expect(begun.at(-1)).toBe('i');
  });

  it('that ends a run whose workflow is put off is forgotten, however many there are', async () => {
    const { steps, begun } = opened(async () => 'early', { most: 4, last: 2, end: 'over' });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      steps.accepted(`kind:${id}:put-off`);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(begun.at(-1)).toBe('f/2');
    expect(started).toEqual([]);
  });

  it('has a workflow that is put off started where only that knows what comes next, unless it is there', async () => {
    for (const take of [
      async () => 'calls are open',
      () => Promise.reject(new LeftToWorkflow()),
      () => Promise.reject(new Error('broken')),
    ])
      opened(take).steps.accepted('kind:left:put-off');
    opened(() => Promise.reject(new BegunBefore())).steps.accepted('kind:of-another:put-off');
    opened(async () => 'calls are open').steps.accepted('kind:at-once');
    const asked = opened(async () => 'calls are open');
    asked.steps.accepted('kind:asked:put-off');
    void asked.ask('asked');
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['kind:left', 'kind:left', 'kind:left']);
  });

  it('that no workflow ever asks for is ended and forgotten', async () => {
    const { steps, begun, ask } = opened(() => {
      const signal = ownSignal()!;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    steps.accepted('kind:run');
    await vi.advanceTimersByTimeAsync(60_000);
    await steps.idle();
    void ask('run');
    expect(begun).toEqual(['run', 'run']);
  });
});

it('a step that is repeated finds the one which its process is still at, unless that was cancelled', async () => {
  const steps = open();
  const step = controlled();
  const id = await moved(steps, step.take);
  const found = steps.endOf(id, never);
  step.end('late');
  expect(await found).toEqual({ state: 'done', outcome: 'late' });
  expect(await steps.endOf(id, never)).toBeUndefined();
  const cancel = new AbortController();
  const cancelled = steps.begin('stopped', controlled().take, cancel.signal);
  cancel.abort(new CancelledFailure('cancelled'));
  expect(await steps.endOf('stopped', never)).toBeUndefined();
  void cancelled;
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
    expect(await begin(steps, long)).toMatchObject({ state: 'moved' });
    expect(await begin(steps, () => whileExpecting('quick model', async () => 1))).toMatchObject({
      state: 'done',
    });
  });
});

it('a try at a step that runs on no activity of its own counts those before it', async () => {
  expect(await asAttempt({ tried: 0, signal: never }, async () => attemptNumber())).toBe(1);
  expect(await asAttempt({ tried: 2, signal: never }, async () => attemptNumber())).toBe(3);
});
