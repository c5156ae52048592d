import type { Settings } from '../../lib/settings.ts';

export const DIRECTIONS = ['input', 'output'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type Action = 'block' | 'mask' | 'flag';

/** An enabled guardrail, as the API represents it. */
export interface GuardrailItem {
  readonly guardrail: string;
  readonly action: Action;
  readonly config: Settings;
}

export type Guardrails = Readonly<Record<Direction, readonly GuardrailItem[]>>;

export const NO_GUARDRAILS: Guardrails = { input: [], output: [] };
