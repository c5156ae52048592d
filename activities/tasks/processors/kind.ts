import type { Message } from '../../../src/platform/messages.ts';
import type { ProcessedInput } from '../../../src/tasks/prepared.ts';
import type { Payer } from '../../../src/usage/payer.ts';
import type { ActivityContext } from '../../context.ts';

/** A variable that is to be processed. */
export interface ProcessorInput {
  readonly runId: string;
  /** Who pays for what making it costs. */
  readonly payer: Payer;
  readonly param: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** What was sent; undefined where it was left out. */
  readonly value: unknown;
}

/** How a kind of input processors makes a variable's value. */
export interface Processor {
  /** Safe to repeat. Throws a PreparationFailure where trying again would end alike. */
  process(
    ctx: ActivityContext,
    input: ProcessorInput,
    signal: AbortSignal,
  ): Promise<Pick<ProcessedInput, 'value' | 'document' | 'search'>>;
}

/** Thrown where a run's input can't be prepared, which fails the run. */
export class PreparationFailure extends Error {
  override readonly name = 'PreparationFailure';
  readonly reason: string;

  /** What the run's error says. */
  readonly detail: Message;

  constructor(reason: string, detail: Message) {
    super(detail.msg);
    this.reason = reason;
    this.detail = detail;
  }
}
