import type { Setting } from '../../lib/settings.ts';
import type { Kind } from './kinds.ts';

interface Known {
  readonly of: readonly Kind[];
  readonly fields: readonly Setting[];
}

const BOTH = ['task', 'task_agent'] as const;
const IGNORE_CASE = { name: 'ignore_case', type: 'check' } as const;
const TIMES = { name: 'times_reference', type: 'number' } as const;

/** The scorers with their settings. */
export const SCORERS = {
  same: { of: BOTH, fields: [] },
  exact: { of: BOTH, fields: [] },
  json_fields: { of: BOTH, fields: [{ name: 'fields', type: 'json', required: true }] },
  contains: {
    of: BOTH,
    fields: [
      { name: 'all_of', type: 'lines' },
      { name: 'any_of', type: 'lines' },
      { name: 'none_of', type: 'lines' },
      { ...IGNORE_CASE, default: true },
    ],
  },
  regex: {
    of: BOTH,
    fields: [
      { name: 'pattern', type: 'text', required: true },
      { name: 'must', type: 'choice', options: ['match', 'not_match'] },
      { ...IGNORE_CASE, default: false },
    ],
  },
  similarity: {
    of: BOTH,
    fields: [
      { name: 'min_similarity', type: 'number', required: true },
      { name: 'embedding_model', type: 'text' },
    ],
  },
  judge: {
    of: BOTH,
    fields: [
      { name: 'rubric', type: 'long' },
      { name: 'judges', type: 'lines' },
      { name: 'not_worse', type: 'check', default: true },
    ],
  },
  latency: { of: BOTH, fields: [{ name: 'max_ms', type: 'number' }, TIMES] },
  cost: { of: BOTH, fields: [{ name: 'max_credits', type: 'number' }, TIMES] },
  calls: { of: ['task_agent'], fields: [] },
  trajectory: {
    of: ['task_agent'],
    fields: [
      { name: 'calls', type: 'json' },
      { name: 'order', type: 'choice', options: ['in_order', 'exact', 'any_order'] },
      { name: 'same_arguments', type: 'check', default: false },
      { name: 'same_approvals', type: 'check', default: false },
    ],
  },
} as const satisfies Readonly<Record<string, Known>>;

export type ScorerName = keyof typeof SCORERS;
export type SettingName = (typeof SCORERS)[ScorerName]['fields'][number]['name'];

export const isScorer = (name: string): name is ScorerName => Object.hasOwn(SCORERS, name);

export const scorersOf = (kind: Kind): readonly ScorerName[] =>
  (Object.keys(SCORERS) as ScorerName[]).filter((name) => (SCORERS[name].of as readonly Kind[]).includes(kind));

/** The settings of a scorer. */
export const settingsOf = (scorer: ScorerName): readonly Setting[] => SCORERS[scorer].fields;
