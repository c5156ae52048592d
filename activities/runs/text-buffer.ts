/** Milliseconds the first words may be held back: an answer that comes all at once then needs no write of its own. */
const FIRST_FLUSH_MS = 2;
/** Milliseconds within which later words are gathered into one piece. */
const FLUSH_INTERVAL_MS = 40;

/** Receives the text of a model while it streams. */
export interface TextSink {
  readonly add: (text: string) => void;
  /** Voids the text so far: the model starts again. */
  readonly restart: () => Promise<void>;
}

/** Writes buffered text for followers. */
export interface TextWriter {
  /** Writes a piece, after those before it; `first` where nothing was said before. */
  readonly write: (text: string, first: boolean) => Promise<void>;
  /** Writes that what was said so far is void. */
  readonly void: () => Promise<void>;
}

/** Buffers the text of a model and writes it in pieces while it streams. */
export class TextBuffer implements TextSink {
  readonly #keeper: TextWriter;
  readonly #stop: (reason: Error) => void;
  #held = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #began = false;
  #closed = false;
  #hasFailed = false;

  /** `stop` is called when a write fails. Nothing is written after that: it would leave a hole. */
  constructor(writer: TextWriter, stop: (reason: Error) => void) {
    this.#keeper = writer;
    this.#stop = stop;
  }

  add(text: string): void {
    this.#held += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#began ? FLUSH_INTERVAL_MS : FIRST_FLUSH_MS);
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
