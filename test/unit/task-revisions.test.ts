import { describe, expect, it } from 'vitest';
import { checkWeights, leadingRevision, pickRevision } from '../../src/tasks/rules.ts';

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

describe('the revision that speaks for a task', () => {
  it('is the one that serves most, of two that serve alike always the same', () => {
    expect(leadingRevision(serving(0.2, 0.5, 0.3))).toBe('r1');
    expect(leadingRevision(serving(0.5, 0.5))).toBe('r0');
    expect(leadingRevision(serving(0.5, 0.5).toReversed())).toBe('r0');
    expect(leadingRevision([])).toBeUndefined();
  });
});

describe('weights', () => {
  const check = (active: ReturnType<typeof serving>) => () => checkWeights(active, ['r0', 'r1', 'r2']);

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
        checkWeights(active, ['r0']);
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
