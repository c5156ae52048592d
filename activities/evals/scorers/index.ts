import { SCORER_KINDS, type ScorerName } from '../../../src/evals/scorers/index.ts';
import { cost, latency } from './bounds.ts';
import { calls } from './calls.ts';
import { contains } from './contains.ts';
import { exact } from './exact.ts';
import { jsonFields } from './json-fields.ts';
import { judge } from './judge.ts';
import type { ScorerImplementation } from './kind.ts';
import { regex } from './regex.ts';
import { same } from './same.ts';
import { similarity } from './similarity.ts';
import { trajectory } from './trajectory.ts';

const SCORERS: Readonly<Record<ScorerName, ScorerImplementation>> = {
  same,
  exact,
  json_fields: jsonFields,
  contains,
  regex,
  similarity,
  judge,
  latency,
  cost,
  calls,
  trajectory,
};

/** Returns the implementation of a scorer. */
export function getScorer(name: string): ScorerImplementation {
  const kind = SCORER_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no scorer ${name}`);
  return SCORERS[kind.name];
}
