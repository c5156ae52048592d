import { appendAttemptEvents, type NewEvent } from '../../../src/agents/runs/events.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { storable } from '../../model-settings.ts';

/** Milliseconds the first words may be held back: an answer that comes all at once then needs no write of its own. */
const FIRST_HOLD_MS = 2;
/** Milliseconds within which later words are gathered into one event. */
const GATHER_MS = 40;

/** Thrown when a newer attempt at the turn has begun, or the run is over: this one must stop. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Writes what a model says as numbered text events while it speaks. */
export class DeltaWriter {
  readonly #db: Executor;
  readonly #run: { readonly id: string; readonly attempt: number };
  readonly #turn: number;
  readonly #stop: (reason: Error) => void;
  #held = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #began = false;
  #closed = false;

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
    this.#stop = stop;
  }

  add(text: string): void {
    this.#held += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#began ? GATHER_MS : FIRST_HOLD_MS);
  }

  /** Ends the writing. Answers the words not yet written as an event, which belongs into the turn's own transaction. */
  async finish(): Promise<NewEvent[]> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#held === '' ? [] : [this.#event(this.#held)];
  }

  /** Voids what was said so far, because another model says it anew. */
  async restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = '';
    await this.#writing;
    if (!this.#began) return;
    this.#began = false;
    const payload = { turn: this.#turn, attempt: this.#run.attempt };
    await this.#write({ kind: 'turn_restarted', turn: this.#turn, payload }, true);
  }

  #flush(): void {
    if (this.#closed) return;
    // Half of a character waits for its other half.
    const half = /[\uD800-\uDBFF]$/.exec(this.#held)?.[0] ?? '';
    const text = this.#held.slice(0, this.#held.length - half.length);
    this.#held = half;
    this.#timer = undefined;
    if (text === '') return;
    const first = !this.#began;
    this.#began = true;
    this.#writing = this.#writing
      .then(() => this.#write(this.#event(text), first))
      .catch((error: Error) => this.#stop(error));
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
