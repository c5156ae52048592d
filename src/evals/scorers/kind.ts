import type { TObject } from 'typebox';
import type { Exclusion } from '../../models/exclusions.ts';
import type { Message, Problem } from '../../platform/messages.ts';
import type { ModelCatalog } from '../../platform/models/catalog.ts';
import type { EvalTargetType, Verdict } from '../contract.ts';

/** Settings of a scorer, by the schema of its kind. */
export type ScorerConfig = Readonly<Record<string, unknown>>;

/** A scorer of a set or an eval. */
export interface Scorer {
  readonly scorer: string;
  readonly config: ScorerConfig;
}

/** Score of a case. */
export interface Score {
  /** Name of the scorer. */
  readonly scorer: string;
  /** Null if unknown, which does not count. */
  readonly verdict: Verdict;
  /** From 0 to 1, if the scorer measures. */
  readonly score: number | null;
  readonly reasoning: string;
  /** Parts of `reasoning`. Empty for the text of a judge. */
  readonly reasons: readonly Message[];
  /** Whether scoring failed. The verdict is null then. */
  readonly is_error: boolean;
  readonly error_message: string | null;
  /** Additional details, such as votes or the differing part of a text. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Context for validating settings. */
export interface ScorerContext {
  readonly target: EvalTargetType;
  readonly models: ModelCatalog;
  /** Model exclusions of the project. */
  readonly exclusions: readonly Exclusion[];
}

/** A problem of settings, with its path. */
interface ScorerProblem {
  readonly at: readonly (string | number)[];
  readonly problem: Problem;
}

/** A kind of scorers. Pure: its activity scores. */
export interface ScorerKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Resource types that it can score. */
  readonly targets: readonly EvalTargetType[];
  /** Schema of its settings. Other settings are rejected. */
  readonly config: TObject;
  /** Checks what the schema cannot. */
  check?(config: ScorerConfig, context: ScorerContext): ScorerProblem | undefined;
}
