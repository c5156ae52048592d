import { appendAttemptEvents, type NewEvent } from '../../../src/agents/runs/events.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { toStorableText } from '../../model-settings.ts';
import { TextBuffer, type TextSink } from '../../runs/text-buffer.ts';

/** Thrown when a newer attempt at the turn has begun, or the run is over: this one must stop. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Writes what a model says as numbered text events while it speaks. */
export class DeltaWriter implements TextSink {
  readonly #db: Executor;
  readonly #run: { readonly id: string; readonly attempt: number };
  readonly #turn: number;
  readonly #gathered: TextBuffer;
  /** Everything since the last restart. */
  #text = '';
  /** Whether a write failed, so that what is written has a hole. */
  #hasFailed = false;

  /** `stop` is called when the attempt was superseded, so that the model call can be aborted. */
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
   * Ends the writing. Returns the text that is not written yet as events for the turn's own transaction: after a failed write, such
   * as in an outage of the database, the whole text once more.
   */
  async finish(): Promise<NewEvent[]> {
    const rest = await this.#gathered.finish();
    if (this.#hasFailed) return [this.#restarted(), this.#event(this.#text)];
    return rest === '' ? [] : [this.#event(rest)];
  }

  /** Voids the text so far: another model starts again. */
  async restart(): Promise<void> {
    this.#text = '';
    // After a failed write all text is voided with the turn.
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
