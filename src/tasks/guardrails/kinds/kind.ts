import type { TObject } from 'typebox';
import type { SettingsProblem } from '../../../platform/kind-settings.ts';

export const DIRECTIONS = ['input', 'output'] as const;
export const ACTIONS = ['block', 'mask', 'flag'] as const;

/** Input or output of the model. */
export type Direction = (typeof DIRECTIONS)[number];
/** Effect of a hit: end the run, replace the match, or record it. */
export type Action = (typeof ACTIONS)[number];

/** The settings of a guardrail, as its kind's schema has them. */
export type GuardrailConfig = Readonly<Record<string, unknown>>;

/** A guardrail as a revision switches it on. */
export interface GuardrailItem {
  readonly guardrail: string;
  readonly action: Action;
  readonly config: GuardrailConfig;
}

/** What a task, an agent or a project has switched on. */
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
export type Detector =
  | {
      readonly for: 'places';
      readonly find: (text: string, config: GuardrailConfig) => readonly Finding[] | Promise<readonly Finding[]>;
    }
  | {
      readonly for: 'whole';
      readonly judge: (text: string, config: GuardrailConfig) => readonly string[] | Promise<readonly string[]>;
    }
  | { readonly for: 'model' };

/** A kind of guardrails: what of it is pure. */
export interface GuardrailKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  readonly directions: readonly Direction[];
  /** What a hit may do. */
  readonly actions: readonly Action[];
  /** What it does where nothing is said. */
  readonly defaultAction: Action;
  /** Schema of its settings; it takes no others. */
  readonly config: TObject;
  readonly detector: Detector;
  /** What the schema can't say of the settings. */
  readonly findConfigProblem?: (config: GuardrailConfig) => SettingsProblem | undefined;
}
