import type { TObject } from 'typebox';
import type { SettingsProblem } from '../../../platform/kind-settings.ts';

/** What a guardrail checks: the input or the output of a run. */
export const DIRECTIONS = ['input', 'output'] as const;
/** What a guardrail does with a hit. */
export const ACTIONS = ['block', 'mask', 'flag'] as const;

/** Input or output of the model. */
export type Direction = (typeof DIRECTIONS)[number];
/** Effect of a hit: end the run, replace the match, or record it. */
export type Action = (typeof ACTIONS)[number];

/** Settings of a guardrail, by the schema of its kind. */
export type GuardrailConfig = Readonly<Record<string, unknown>>;

/** A guardrail of a revision. */
export interface GuardrailItem {
  readonly guardrail: string;
  readonly action: Action;
  readonly config: GuardrailConfig;
}

/** Guardrails of a task, an agent or a project. */
export type Guardrails = Readonly<Record<Direction, readonly GuardrailItem[]>>;

/** A match of a rule in a text. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/**
 * How a guardrail detects: matches in a text, which can be masked; rules that a text as a whole breaks; or a model
 * call.
 */
type Detector =
  | {
      readonly for: 'places';
      readonly find: (text: string, config: GuardrailConfig) => readonly Finding[] | Promise<readonly Finding[]>;
    }
  | {
      readonly for: 'whole';
      readonly judge: (text: string, config: GuardrailConfig) => readonly string[] | Promise<readonly string[]>;
    }
  | { readonly for: 'model' };

/** A kind of guardrails. Pure. */
export interface GuardrailKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  readonly directions: readonly Direction[];
  /** Supported actions. */
  readonly actions: readonly Action[];
  /** Default action. */
  readonly defaultAction: Action;
  /** Schema of its settings. Other settings are rejected. */
  readonly config: TObject;
  readonly detector: Detector;
  /** Checks what the schema cannot. */
  readonly findConfigProblem?: (config: GuardrailConfig) => SettingsProblem | undefined;
}
