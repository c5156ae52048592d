import { appendAttemptEvents, type NewEvent } from '../../../src/agents/runs/events.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { storable } from '../../model-settings.ts';
import { GatheredText, type Words } from '../../runs/gathered-text.ts';

/** Thrown when a newer attempt at the turn has begun, or the run is over: this one must stop. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Writes what a model says as numbered text events while it speaks. */
export class DeltaWriter implements Words {
  readonly #db: Executor;
  readonly #run: { readonly id: string; readonly attempt: number };
  readonly #turn: number;
  readonly #gathered: GatheredText;

  /** `stop` is called when writing fails or the attempt was superseded, so that the model call can be aborted. */
  constructor(
    db: Executor,
    run: { readonly id: string; readonly attempt: number },
    turn: number,
    stop: (reason: Error) => void,
  ) {
    this.#db = db;
    this.#run = run;
    this.#turn = turn;
    const payload = { turn, attempt: run.attempt };
    const keeper = {
      write: (text: string, first: boolean) => this.#write(this.#event(text), first),
      void: () => this.#write({ kind: 'turn_restarted', turn, payload }, true),
    };
    this.#gathered = new GatheredText(keeper, stop);
  }

  add(text: string): void {
    this.#gathered.add(text);
  }

  /** Ends the writing. Answers the words not yet written as an event, which belongs into the turn's own transaction. */
  async finish(): Promise<NewEvent[]> {
    const rest = await this.#gathered.finish();
    return rest === '' ? [] : [this.#event(rest)];
  }

  /** Voids what was said so far, because another model says it anew. */
  restart(): Promise<void> {
    return this.#gathered.restart();
  }

  async #write(event: NewEvent, wake: boolean): Promise<void> {
    const alive = await appendAttemptEvents(this.#db, this.#run, [event], wake);
    if (!alive) throw new SupersededError('a newer attempt at the turn has begun');
  }

  #event(text: string): NewEvent {
    return {
      kind: 'text',
      turn: this.#turn,
      payload: { text: storable(text), turn: this.#turn, attempt: this.#run.attempt },
    };
  }
}
