import type { Setting } from '../../lib/settings.ts';
import type { EvalKind } from './eval-kinds.ts';

interface ScorerDefinition {
  readonly kinds: readonly EvalKind[];
  readonly fields: readonly Setting[];
}

const ALL_KINDS = ['task', 'task_agent'] as const;
const IGNORE_CASE = { name: 'ignore_case', type: 'check' } as const;
const TIMES_REFERENCE = { name: 'times_reference', type: 'number' } as const;

/** Scorers with the kinds they support and their settings. */
export const SCORERS = {
  same: { kinds: ALL_KINDS, fields: [] },
  exact: { kinds: ALL_KINDS, fields: [] },
  json_fields: { kinds: ALL_KINDS, fields: [{ name: 'fields', type: 'json', required: true }] },
  contains: {
    kinds: ALL_KINDS,
    fields: [
      { name: 'all_of', type: 'lines' },
      { name: 'any_of', type: 'lines' },
      { name: 'none_of', type: 'lines' },
      { ...IGNORE_CASE, default: true },
    ],
  },
  regex: {
    kinds: ALL_KINDS,
    fields: [
      { name: 'pattern', type: 'text', required: true },
      { name: 'must', type: 'choice', options: ['match', 'not_match'] },
      { ...IGNORE_CASE, default: false },
    ],
  },
  similarity: {
    kinds: ALL_KINDS,
    fields: [
      { name: 'min_similarity', type: 'number', required: true },
      { name: 'embedding_model', type: 'text' },
    ],
  },
  judge: {
    kinds: ALL_KINDS,
    fields: [
      { name: 'rubric', type: 'long' },
      { name: 'judges', type: 'lines' },
      { name: 'not_worse', type: 'check', default: true },
    ],
  },
  latency: { kinds: ALL_KINDS, fields: [{ name: 'max_ms', type: 'number' }, TIMES_REFERENCE] },
  cost: { kinds: ALL_KINDS, fields: [{ name: 'max_credits', type: 'number' }, TIMES_REFERENCE] },
  calls: { kinds: ['task_agent'], fields: [] },
  trajectory: {
    kinds: ['task_agent'],
    fields: [
      { name: 'calls', type: 'json' },
      { name: 'order', type: 'choice', options: ['in_order', 'exact', 'any_order'] },
      { name: 'same_arguments', type: 'check', default: false },
      { name: 'same_approvals', type: 'check', default: false },
    ],
  },
} as const satisfies Readonly<Record<string, ScorerDefinition>>;

export type ScorerName = keyof typeof SCORERS;
export type SettingName = (typeof SCORERS)[ScorerName]['fields'][number]['name'];

export const isScorer = (name: string): name is ScorerName => Object.hasOwn(SCORERS, name);

export const listScorers = (kind: EvalKind): readonly ScorerName[] =>
  (Object.keys(SCORERS) as ScorerName[]).filter((name) => (SCORERS[name].kinds as readonly EvalKind[]).includes(kind));

export const getScorerSettings = (scorer: ScorerName): readonly Setting[] => SCORERS[scorer].fields;
