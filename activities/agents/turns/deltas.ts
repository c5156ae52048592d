import { appendAttemptEvents, type NewEvent } from '../../../src/agents/runs/events.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { toStorableText } from '../../model-settings.ts';
import { TextBuffer, type TextSink } from '../../runs/text-buffer.ts';

/** Thrown when a newer attempt at the turn has begun or the run has ended: this attempt must stop. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Writes the streamed text of a model as numbered events. */
export class DeltaWriter implements TextSink {
  readonly #db: Executor;
  readonly #run: { readonly id: string; readonly attempt: number };
  readonly #turn: number;
  readonly #gathered: TextBuffer;
  /** Text since the last restart. */
  #text = '';
  /** Whether a write failed, which leaves a gap. */
  #hasFailed = false;

  /** `stop` is called if the attempt was superseded, to abort the model call. */
  constructor(
    db: Executor,
    run: { readonly id: string; readonly attempt: number },
    turn: number,
    stop: (reason: Error) => void,
  ) {
    this.#db = db;
    this.#run = run;
    this.#turn = turn;
    const keeper = {
      write: (text: string, first: boolean) => this.#write(this.#event(text), first),
      void: () => this.#write(this.#restarted(), true),
    };
    this.#gathered = new TextBuffer(keeper, (error) => {
      this.#hasFailed = true;
      if (error instanceof SupersededError) stop(error);
    });
  }

  add(text: string): void {
    this.#text += text;
    this.#gathered.add(text);
  }

  /**
   * Stops writing. Returns the remaining text as events for the turn's transaction. After a failed write that is the
   * complete text.
   */
  async finish(): Promise<NewEvent[]> {
    const rest = await this.#gathered.finish();
    if (this.#hasFailed) return [this.#restarted(), this.#event(this.#text)];
    return rest === '' ? [] : [this.#event(rest)];
  }

  /** Voids the text so far: another model starts. */
  async restart(): Promise<void> {
    this.#text = '';
    // After a failed write the turn voids all text.
    if (!this.#hasFailed) await this.#gathered.restart();
  }

  async #write(event: NewEvent, wake: boolean): Promise<void> {
    const alive = await appendAttemptEvents(this.#db, this.#run, [event], wake);
    if (!alive) throw new SupersededError('a newer attempt at the turn has begun');
  }

  #restarted(): NewEvent {
    return { kind: 'turn_restarted', turn: this.#turn, payload: { turn: this.#turn, attempt: this.#run.attempt } };
  }

  #event(text: string): NewEvent {
    return {
      kind: 'text',
      turn: this.#turn,
      payload: { text: toStorableText(text), turn: this.#turn, attempt: this.#run.attempt },
    };
  }
}
