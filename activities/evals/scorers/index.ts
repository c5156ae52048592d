import { SCORER_KINDS, type ScorerName } from '../../../src/evals/scorers/index.ts';
import { calls } from './calls.ts';
import { exact } from './exact.ts';
import type { ActingScorer } from './kind.ts';
import { same } from './same.ts';

const ACTING: Readonly<Record<ScorerName, ActingScorer>> = { same, exact, calls };

/** How a kind of scorers scores. */
export function actingScorer(name: string): ActingScorer {
  const kind = SCORER_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no scorer ${name}`);
  return ACTING[kind.name];
}
