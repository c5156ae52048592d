import { findMediaKind } from '../../src/tasks/model-capabilities.ts';
import { appendText, type NoTextReason, startText } from '../../src/tasks/run-text.ts';
import type { ActivityContext } from '../context.ts';
import { toStorableText } from '../model-settings.ts';
import { TextBuffer, type TextSink, type TextWriter } from '../runs/text-buffer.ts';
import type { Attempt } from './attempt.ts';
import { canHoldBack } from './guardrails.ts';

/**
 * Runs an attempt and stores its text for followers of the run if requested. Discards the text of a failed attempt
 * and keeps that of a stopped one.
 */
export async function streamText<T>(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
  generate: (stream: TextSink | undefined) => Promise<T>,
): Promise<T> {
  const stream = attempt.run.stream ? await openTextStream(ctx, attempt) : undefined;
  try {
    const result = await generate(stream);
    await stream?.finish();
    return result;
  } catch (error) {
    await (signal.aborted ? stream?.finish() : stream?.restart());
    throw error;
  }
}

/** Opens the text stream of an attempt. Undefined if the text is withheld. */
async function openTextStream(ctx: ActivityContext, attempt: Attempt): Promise<TaskTextStream | undefined> {
  const withheld = findWithheldReason(attempt);
  const number = await startText(ctx.db, attempt.run.id, { withheld });
  return number === undefined || withheld !== null ? undefined : new TaskTextStream(ctx, attempt.run.id, number);
}

function findWithheldReason(attempt: Attempt): NoTextReason | null {
  const { output_modality: modality } = attempt.revision;
  if (modality === 'pdf' || findMediaKind(modality) !== undefined) return 'file';
  return canHoldBack(attempt) ? 'guardrail' : null;
}

/** Stores generated text as pieces. */
class TaskTextStream implements TextSink {
  readonly #ctx: ActivityContext;
  readonly #runId: string;
  readonly #buffer: TextBuffer;
  #try: number;
  #pieces = 0;
  #isDisabled = false;

  constructor(ctx: ActivityContext, runId: string, number: number) {
    this.#ctx = ctx;
    this.#runId = runId;
    this.#try = number;
    const writer: TextWriter = { write: (text, first) => this.#write(text, first), void: () => this.#restart() };
    this.#buffer = new TextBuffer(writer, (error) => this.#disable(error));
  }

  add(text: string): void {
    this.#buffer.add(text);
  }

  async restart(): Promise<void> {
    await this.#buffer.restart().catch((error) => this.#disable(error));
  }

  /** Writes the remaining text. */
  async finish(): Promise<void> {
    const rest = await this.#buffer.finish();
    if (rest !== '') await this.#write(rest, this.#pieces === 0).catch((error) => this.#disable(error));
  }

  async #restart(): Promise<void> {
    const next = await startText(this.#ctx.db, this.#runId, { withheld: null, voids: this.#try });
    this.#isDisabled = next === undefined;
    this.#try = next ?? this.#try;
    this.#pieces = 0;
  }

  async #write(text: string, wake: boolean): Promise<void> {
    if (this.#isDisabled) return;
    this.#pieces += 1;
    const place = { try: this.#try, piece: this.#pieces };
    await appendText(this.#ctx.db, this.#runId, place, toStorableText(text), wake);
  }

  /** Stops streaming for this attempt: a gap must not be skipped. The complete response follows at the end. */
  #disable(error: unknown): void {
    this.#isDisabled = true;
    this.#ctx.log.warn({ err: error, run_id: this.#runId }, 'text streaming of a run stopped');
  }
}
