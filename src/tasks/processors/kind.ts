import type { TObject } from 'typebox';
import type { Config } from '../../platform/config.ts';
import type { Problem } from '../../platform/messages.ts';

/** A processor set on a variable of a task's prompts. */
export interface InputProcessorItem {
  readonly param_name: string;
  readonly input_processor: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** What a processor is set up on besides its settings. */
export interface ProcessorContext extends Pick<Config, 'webSearch'> {
  /** The variable whose value it makes. */
  readonly param: string;
}

/** What does not work about a processor, and where in its item. */
export interface ProcessorProblem {
  readonly at: readonly (string | number)[];
  readonly problem: Problem;
}

/** A kind of input processors: what a run's variable becomes before the model is asked. How it does so is its acting part. */
export interface ProcessorKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Schema of its settings; others are refused by name. */
  readonly config: TObject;
  /** What the schema can't say of settings that fit it. */
  check?(config: Readonly<Record<string, unknown>>, context: ProcessorContext): ProcessorProblem | undefined;
  /** Whether a run must give the variable a value. */
  requiresValue(config: Readonly<Record<string, unknown>>): boolean;
  /** Name of the run's file that it reads, which the model is not given then; undefined where it reads none. */
  findFileName?(config: Readonly<Record<string, unknown>>, value: unknown): string | undefined;
}
