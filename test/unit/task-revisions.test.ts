import { describe, expect, it } from 'vitest';
import {
  assertWeightsValid,
  findLeadingRevision,
  hasSameWeights,
  pickRevision,
  pickStickyRevision,
} from '../../src/tasks/rules.ts';

const serving = (...weights: number[]) => weights.map((weight, n) => ({ task_revision_id: `r${n}`, weight }));

describe('the revision of a run', () => {
  it('is picked by weight', () => {
    const active = serving(0.25, 0.25, 0.5);
    expect([0, 0.2499, 0.25, 0.4999, 0.5, 0.9999].map((random) => pickRevision(active, random))).toEqual([
      'r0',
      'r0',
      'r1',
      'r1',
      'r2',
      'r2',
    ]);
  });

  it('is the last where the weights fall short by what numbers cannot say, and none where none serves', () => {
    expect(pickRevision(serving(0.1, 0.2, 0.6999999), 0.99999999)).toBe('r2');
    expect(pickRevision([], 0)).toBeUndefined();
  });
});

/** How many points of a hundred each weight was missed by. */
function missed(active: ReturnType<typeof serving>, picks: readonly (string | undefined)[]): number[] {
  return active.map(({ task_revision_id: id, weight }) => {
    const share = picks.filter((pick) => pick === id).length / picks.length;
    return Math.abs(share - weight) * 100;
  });
}

/** Numbers in [0, 1), the same ones each time. */
function* seeded(seed: number): Generator<number, never> {
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
  const active = serving(...weights);

  it('land within 1.5 points of them', () => {
    const source = seeded(4711);
    const picks = REFERENCES.map(() => pickRevision(active, source.next().value));
    expect(Math.max(...missed(active, picks))).toBeLessThan(1.5);
  });

  it('land within 1.5 points of them where each has a reference', () => {
    const picks = REFERENCES.map((reference) => pickStickyRevision(active, 'task', reference));
    expect(Math.max(...missed(active, picks))).toBeLessThan(1.5);
  });
});

describe('the revision of a reference', () => {
  const pick = (active: ReturnType<typeof serving>, task = 'task') =>
    REFERENCES.map((reference) => pickStickyRevision(active, task, reference));
  /** Which revisions references went from and to, and how many. */
  const moves = (before: ReturnType<typeof serving>, after: ReturnType<typeof serving>) => {
    const now = pick(after);
    const pairs = pick(before).flatMap((id, n) => (id === now[n] ? [] : [`${id} to ${now[n]}`]));
    return new Map(
      [...Map.groupBy(pairs, (pair) => pair)].map(([pair, all]) => [pair, all.length / REFERENCES.length]),
    );
  };

  it('stays while the weights stand, in whatever order they are named, and is another one in another task', () => {
    const active = serving(0.4, 0.3, 0.3);
    expect(pick(active.toReversed())).toEqual(pick(active));
    expect(pick(active, 'other')).not.toEqual(pick(active));
    expect(pickStickyRevision([], 'task', 'x')).toBeUndefined();
  });

  it('moves to what gained alone where weights change, by no more than was gained', () => {
    const shifted = moves(serving(0.5, 0.5), serving(0.6, 0.4));
    expect([...shifted.keys()]).toEqual(['r1 to r0']);
    expect(shifted.get('r1 to r0')).toBeCloseTo(0.1, 1);
    const added = moves(serving(0.5, 0.5), serving(0.45, 0.45, 0.1));
    expect(new Set(added.keys())).toEqual(new Set(['r0 to r2', 'r1 to r2']));
    const removed = moves(serving(0.5, 0.25, 0.25), [
      { task_revision_id: 'r0', weight: 2 / 3 },
      { task_revision_id: 'r1', weight: 1 / 3 },
    ]);
    expect(new Set(removed.keys())).toEqual(new Set(['r2 to r0', 'r2 to r1']));
  });
});

describe('what serves', () => {
  it('is the same where the same revisions have the same weights', () => {
    const active = serving(0.25, 0.75);
    expect(hasSameWeights(active, active.toReversed())).toBe(true);
    for (const other of [serving(0.75, 0.25), serving(0.25), serving(0.25, 0.75, 0), []])
      expect(hasSameWeights(active, other)).toBe(false);
  });
});

describe('the revision that speaks for a task', () => {
  it('is the one that serves most, of two that serve alike always the same', () => {
    expect(findLeadingRevision(serving(0.2, 0.5, 0.3))).toBe('r1');
    expect(findLeadingRevision(serving(0.5, 0.5))).toBe('r0');
    expect(findLeadingRevision(serving(0.5, 0.5).toReversed())).toBe('r0');
    expect(findLeadingRevision([])).toBeUndefined();
  });
});

describe('weights', () => {
  const check = (active: ReturnType<typeof serving>) => () => assertWeightsValid(active, ['r0', 'r1', 'r2']);

  it('that add up to 1 are taken, as near as numbers come', () => {
    expect(check(serving(1))).not.toThrow();
    expect(check(serving(0.1, 0.2, 0.7))).not.toThrow();
  });

  it('are refused where they add up to something else, name a foreign revision, or one twice', () => {
    const [first] = serving(0.5);
    expect(check(serving(0.5, 0.6))).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ loc: ['body', 'active_revisions'] })] }),
    );
    const problemsOf = (active: ReturnType<typeof serving>) => {
      try {
        assertWeightsValid(active, ['r0']);
      } catch (error) {
        return (error as { problems: { loc: unknown[] }[] }).problems.map(({ loc }) => loc.slice(2));
      }
      return [];
    };
    expect(problemsOf(serving(0.5, 0.5))).toEqual([[1, 'task_revision_id']]);
    expect(problemsOf([first, first].flatMap((one) => one ?? []))).toEqual([[1, 'task_revision_id']]);
    expect(problemsOf([])).toEqual([[]]);
  });
});
