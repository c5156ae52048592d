import type { TObject } from 'typebox';
import type { Config } from '../../platform/config.ts';
import type { Problem } from '../../platform/messages.ts';

/** A processor of a prompt variable. */
export interface InputProcessorItem {
  readonly param_name: string;
  readonly input_processor: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Context of a processor besides its settings. */
interface ProcessorContext extends Pick<Config, 'webSearch'> {
  /** Variable that it fills. */
  readonly param: string;
}

/** A problem of a processor, with its path in the item. */
interface ProcessorProblem {
  readonly at: readonly (string | number)[];
  readonly problem: Problem;
}

/**
 * A kind of input processors, which replace a run's variable before the model call. Its activity computes the value.
 */
export interface ProcessorKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Schema of its settings. Other settings are rejected. */
  readonly config: TObject;
  /** Checks what the schema cannot. */
  check?(config: Readonly<Record<string, unknown>>, context: ProcessorContext): ProcessorProblem | undefined;
  /** Returns whether a run must provide a value for the variable. */
  requiresValue(config: Readonly<Record<string, unknown>>): boolean;
  /** Returns the name of the file that it reads, which the model does not get. Undefined for none. */
  findFileName?(config: Readonly<Record<string, unknown>>, value: unknown): string | undefined;
}
