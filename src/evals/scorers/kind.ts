import type { TObject } from 'typebox';
import type { Exclusion } from '../../models/exclusions.ts';
import type { Problem } from '../../platform/messages.ts';
import type { ModelCatalogue } from '../../platform/models/catalogue.ts';
import type { EvalTargetType, Verdict } from '../contract.ts';

/** The settings of a scorer, as its kind's schema has them. */
export type ScorerConfig = Readonly<Record<string, unknown>>;

/** A scorer as a set or an eval has it. */
export interface Scorer {
  readonly scorer: string;
  readonly config: ScorerConfig;
}

/** What a scorer says of a case. */
export interface Score {
  /** Name of the scorer's kind. */
  readonly scorer: string;
  /** Null where it can't say, which counts for nothing. */
  readonly verdict: Verdict;
  /** From 0 to 1, where the kind measures. */
  readonly score: number | null;
  readonly reasoning: string;
  /** Whether it could not do its work; its verdict is null then. */
  readonly is_error: boolean;
  readonly error_message: string | null;
  /** What else there is to see, such as single votes or the part of a text that differs; small. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** What settings are checked against when they are saved. */
export interface ScorerContext {
  readonly target: EvalTargetType;
  readonly models: ModelCatalogue;
  /** The rules on models that hold in the project. */
  readonly exclusions: readonly Exclusion[];
}

/** What does not work about settings, and where in them. */
export interface ScorerProblem {
  readonly at: readonly (string | number)[];
  readonly problem: Problem;
}

/** A kind of scorers: what of it is pure. How it scores is its acting part. */
export interface ScorerKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** What it can score. */
  readonly targets: readonly EvalTargetType[];
  /** Schema of its settings; it takes no others. */
  readonly config: TObject;
  /** What the schema can't say of settings that fit it. */
  check?(config: ScorerConfig, context: ScorerContext): ScorerProblem | undefined;
}
