import { describe, expect, it } from 'vitest';
import {
  assertWeightsValid,
  findLeadingRevision,
  hasSameWeights,
  pickRevision,
  pickStickyRevision,
} from '../../src/tasks/rules.ts';

const toActiveSet = (...weights: number[]) => weights.map((weight, n) => ({ task_revision_id: `r${n}`, weight }));

describe('the revision of a run', () => {
  it('is picked by weight', () => {
    const active = toActiveSet(0.25, 0.25, 0.5);
    expect([0, 0.2499, 0.25, 0.4999, 0.5, 0.9999].map((random) => pickRevision(active, random))).toEqual([
      'r0',
      'r0',
      'r1',
      'r1',
      'r2',
      'r2',
    ]);
  });

  it('is the last if the weights fall short by rounding, and none if none is active', () => {
    expect(pickRevision(toActiveSet(0.1, 0.2, 0.6999999), 0.99999999)).toBe('r2');
    expect(pickRevision([], 0)).toBeUndefined();
  });
});

/** Returns the deviation from each weight in percentage points. */
function measureDeviations(active: ReturnType<typeof toActiveSet>, picks: readonly (string | undefined)[]): number[] {
  return active.map(({ task_revision_id: id, weight }) => {
    const share = picks.filter((pick) => pick === id).length / picks.length;
    return Math.abs(share - weight) * 100;
  });
}

/** Deterministic numbers in [0, 1). */
function* generateNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const WEIGHTS = [
  [0.5, 0.5],
  [0.9, 0.1],
  [0.99, 0.01],
  [0.7, 0.2, 0.1],
  [0.4, 0.3, 0.2, 0.1],
];
const REFERENCES = Array.from({ length: 10_000 }, (_, n) => `ticket ${n}`);

describe.each(WEIGHTS.map((weights) => [weights]))('10,000 runs over the weights %j', (weights) => {
  const active = toActiveSet(...weights);

  it('land within 1.5 points of them', () => {
    const source = generateNumbers(4711);
    const picks = REFERENCES.map(() => pickRevision(active, source.next().value));
    expect(Math.max(...measureDeviations(active, picks))).toBeLessThan(1.5);
  });

  it('land within 1.5 points of them if each has a reference', () => {
    const picks = REFERENCES.map((reference) => pickStickyRevision(active, 'task', reference));
    expect(Math.max(...measureDeviations(active, picks))).toBeLessThan(1.5);
  });
});

describe('the revision of a reference', () => {
  const pick = (active: ReturnType<typeof toActiveSet>, task = 'task') =>
    REFERENCES.map((reference) => pickStickyRevision(active, task, reference));
  /** Counts the moves of references between revisions. */
  const moves = (before: ReturnType<typeof toActiveSet>, after: ReturnType<typeof toActiveSet>) => {
    const now = pick(after);
    const pairs = pick(before).flatMap((id, n) => (id === now[n] ? [] : [`${id} to ${now[n]}`]));
    return new Map(
      [...Map.groupBy(pairs, (pair) => pair)].map(([pair, all]) => [pair, all.length / REFERENCES.length]),
    );
  };

  it('is stable for equal weights in any order, and differs between tasks', () => {
    const active = toActiveSet(0.4, 0.3, 0.3);
    expect(pick(active.toReversed())).toEqual(pick(active));
    expect(pick(active, 'other')).not.toEqual(pick(active));
    expect(pickStickyRevision([], 'task', 'x')).toBeUndefined();
  });

  it('changes only to revisions whose weight increased, by at most the increase', () => {
    const shifted = moves(toActiveSet(0.5, 0.5), toActiveSet(0.6, 0.4));
    expect([...shifted.keys()]).toEqual(['r1 to r0']);
    expect(shifted.get('r1 to r0')).toBeCloseTo(0.1, 1);
    const added = moves(toActiveSet(0.5, 0.5), toActiveSet(0.45, 0.45, 0.1));
    expect(new Set(added.keys())).toEqual(new Set(['r0 to r2', 'r1 to r2']));
    const removed = moves(toActiveSet(0.5, 0.25, 0.25), [
      { task_revision_id: 'r0', weight: 2 / 3 },
      { task_revision_id: 'r1', weight: 1 / 3 },
    ]);
    expect(new Set(removed.keys())).toEqual(new Set(['r2 to r0', 'r2 to r1']));
  });
});

describe('the active set of revisions', () => {
  it('is equal if the same revisions have the same weights', () => {
    const active = toActiveSet(0.25, 0.75);
    expect(hasSameWeights(active, active.toReversed())).toBe(true);
    for (const other of [toActiveSet(0.75, 0.25), toActiveSet(0.25), toActiveSet(0.25, 0.75, 0), []])
      expect(hasSameWeights(active, other)).toBe(false);
  });
});

describe('the representative revision of a task', () => {
  it('is the one with the highest weight, with a stable choice between equal ones', () => {
    expect(findLeadingRevision(toActiveSet(0.2, 0.5, 0.3))).toBe('r1');
    expect(findLeadingRevision(toActiveSet(0.5, 0.5))).toBe('r0');
    expect(findLeadingRevision(toActiveSet(0.5, 0.5).toReversed())).toBe('r0');
    expect(findLeadingRevision([])).toBeUndefined();
  });
});

describe('weights', () => {
  const check = (active: ReturnType<typeof toActiveSet>) => () => assertWeightsValid(active, ['r0', 'r1', 'r2']);

  it('that add up to 1 are accepted, within rounding', () => {
    expect(check(toActiveSet(1))).not.toThrow();
    expect(check(toActiveSet(0.1, 0.2, 0.7))).not.toThrow();
  });

  it('are rejected if they add up to something else, or name a foreign or repeated revision', () => {
    const [first] = toActiveSet(0.5);
    expect(check(toActiveSet(0.5, 0.6))).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ loc: ['body', 'active_revisions'] })] }),
    );
    const problemsOf = (active: ReturnType<typeof toActiveSet>) => {
      try {
        assertWeightsValid(active, ['r0']);
      } catch (error) {
        return (error as { problems: { loc: unknown[] }[] }).problems.map(({ loc }) => loc.slice(2));
      }
      return [];
    };
    expect(problemsOf(toActiveSet(0.5, 0.5))).toEqual([[1, 'task_revision_id']]);
    expect(problemsOf([first, first].flatMap((one) => one ?? []))).toEqual([[1, 'task_revision_id']]);
    expect(problemsOf([])).toEqual([[]]);
  });
});
