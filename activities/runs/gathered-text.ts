/** Milliseconds the first words may be held back: an answer that comes all at once then needs no write of its own. */
const FIRST_HOLD_MS = 2;
/** Milliseconds within which later words are gathered into one piece. */
const GATHER_MS = 40;

/** Where the words of a model go while it speaks. */
export interface Words {
  readonly add: (text: string) => void;
  /** Voids what was said so far, because it is said anew. */
  readonly restart: () => Promise<void>;
}

/** What keeps gathered words for those who follow. */
export interface TextKeeper {
  /** Writes a piece, after those before it; `first` where nothing was said before. */
  readonly write: (text: string, first: boolean) => Promise<void>;
  /** Writes that what was said so far is void. */
  readonly void: () => Promise<void>;
}

/** Gathers what a model says into pieces, which are written while it speaks. */
export class GatheredText implements Words {
  readonly #keeper: TextKeeper;
  readonly #stop: (reason: Error) => void;
  #held = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #began = false;
  #closed = false;
  #hasFailed = false;

  /** `stop` is called when a write fails. Nothing is written after that: it would leave a hole. */
  constructor(keeper: TextKeeper, stop: (reason: Error) => void) {
    this.#keeper = keeper;
    this.#stop = stop;
  }

  add(text: string): void {
    this.#held += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#began ? GATHER_MS : FIRST_HOLD_MS);
  }

  /** Ends the writing. Answers the words that are not written yet. */
  async finish(): Promise<string> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#held;
  }

  async restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = '';
    await this.#writing;
    if (!this.#began) return;
    this.#began = false;
    await this.#keeper.void();
    this.#hasFailed = false;
  }

  async #write(text: string, first: boolean): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await this.#keeper.write(text, first);
    } catch (error) {
      this.#hasFailed = true;
      this.#stop(error as Error);
    }
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
    this.#writing = this.#writing.then(() => this.#write(text, first));
  }
}
