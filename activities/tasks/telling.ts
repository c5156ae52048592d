import { mediaOf } from '../../src/tasks/abilities.ts';
import { addText, beginText, type WhyNoText } from '../../src/tasks/texts.ts';
import type { ActivityContext } from '../context.ts';
import { toStorableText } from '../model-settings.ts';
import { TextBuffer, type TextSink, type TextWriter } from '../runs/text-buffer.ts';
import type { Attempt } from './beginning.ts';
import { mayHoldBack } from './guarding.ts';

/**
 * Has a try answer, and what its model says meanwhile kept for those who follow the run, where its text was asked for and may be
 * told: `make` has no words else. What a try said that failed is void; of one that was stopped it stays.
 */
export async function whileTold<T>(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
  make: (words: TextSink | undefined) => Promise<T>,
): Promise<T> {
  const words = attempt.run.stream ? await tell(ctx, attempt) : undefined;
  try {
    const made = await make(words);
    await words?.finish();
    return made;
  } catch (error) {
    await (signal.aborted ? words?.finish() : words?.restart());
    throw error;
  }
}

/** Begins to tell what a try says; undefined where that is withheld. */
async function tell(ctx: ActivityContext, attempt: Attempt): Promise<TaskWords | undefined> {
  const withheld = whyWithheld(attempt);
  const number = await beginText(ctx.db, attempt.run.id, { withheld });
  return number === undefined || withheld !== null ? undefined : new TaskWords(ctx, attempt.run.id, number);
}

function whyWithheld(attempt: Attempt): WhyNoText | null {
  const { output_modality: modality } = attempt.revision;
  if (modality === 'pdf' || mediaOf(modality) !== undefined) return 'file';
  return mayHoldBack(attempt) ? 'guardrail' : null;
}

/** Keeps what a model says as pieces of its run's text. */
class TaskWords implements TextSink {
  readonly #ctx: ActivityContext;
  readonly #runId: string;
  readonly #gathered: TextBuffer;
  #try: number;
  #pieces = 0;
  #isOff = false;

  constructor(ctx: ActivityContext, runId: string, number: number) {
    this.#ctx = ctx;
    this.#runId = runId;
    this.#try = number;
    const keeper: TextWriter = { write: (text, first) => this.#write(text, first), void: () => this.#beginAnew() };
    this.#gathered = new TextBuffer(keeper, (error) => this.#leaveOff(error));
  }

  add(text: string): void {
    this.#gathered.add(text);
  }

  async restart(): Promise<void> {
    await this.#gathered.restart().catch((error) => this.#leaveOff(error));
  }

  /** Ends the writing with what is left to be written. */
  async finish(): Promise<void> {
    const rest = await this.#gathered.finish();
    if (rest !== '') await this.#write(rest, this.#pieces === 0).catch((error) => this.#leaveOff(error));
  }

  async #beginAnew(): Promise<void> {
    const next = await beginText(this.#ctx.db, this.#runId, { withheld: null, voids: this.#try });
    this.#isOff = next === undefined;
    this.#try = next ?? this.#try;
    this.#pieces = 0;
  }

  async #write(text: string, wake: boolean): Promise<void> {
    if (this.#isOff) return;
    this.#pieces += 1;
    const place = { try: this.#try, piece: this.#pieces };
    await addText(this.#ctx.db, this.#runId, place, toStorableText(text), wake);
  }

  /** Says no more in this try: what is missing must not be passed over, and the answer, which is paid for, comes whole at the end. */
  #leaveOff(error: unknown): void {
    this.#isOff = true;
    this.#ctx.log.warn({ err: error, run_id: this.#runId }, 'the text of a run is not told any further');
  }
}
