import type { Message } from '../../../src/platform/messages.ts';
import type { ProcessedInput } from '../../../src/tasks/prepared.ts';
import type { Payer } from '../../../src/usage/payer.ts';
import type { ActivityContext } from '../../context.ts';

/** A variable to process. */
interface ProcessorInput {
  readonly runId: string;
  /** Payer of the processing. */
  readonly payer: Payer;
  readonly param: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Submitted value. Undefined if omitted. */
  readonly value: unknown;
}

/** Computes the value of a variable for a kind of input processors. */
export interface Processor {
  /** Safe to repeat. Throws a PreparationFailure if a retry would fail the same way. */
  process(
    ctx: ActivityContext,
    input: ProcessorInput,
    signal: AbortSignal,
  ): Promise<Pick<ProcessedInput, 'value' | 'document' | 'search'>>;
}

/** Thrown if a run's input cannot be prepared, which fails the run. */
export class PreparationFailure extends Error {
  override readonly name = 'PreparationFailure';
  readonly reason: string;

  /** Message of the run's error. */
  readonly detail: Message;

  constructor(reason: string, detail: Message) {
    super(detail.msg);
    this.reason = reason;
    this.detail = detail;
  }
}
