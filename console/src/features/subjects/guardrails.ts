import type { Schemas } from '../../../../client/types.ts';

export const DIRECTIONS = ['input', 'output'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** The enabled guardrails of a revision, as the API represents them. */
export type Guardrails = Schemas['Agent']['revisions'][number]['guardrails'];
export type GuardrailItem = Guardrails[Direction][number];
export type Action = GuardrailItem['action'];

export const NO_GUARDRAILS: Guardrails = { input: [], output: [] };
