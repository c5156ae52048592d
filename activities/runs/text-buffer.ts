/** Milliseconds to hold the first text back, so that an immediate response needs no write of its own. */
const FIRST_FLUSH_MS = 2;
/** Milliseconds for which later text is buffered. */
const FLUSH_INTERVAL_MS = 40;

/** Receives the text of a model during streaming. */
export interface TextSink {
  readonly add: (text: string) => void;
  /** Discards the text so far, because the model starts again. */
  readonly restart: () => Promise<void>;
}

/** Writes buffered text for followers. */
export interface TextWriter {
  /** Writes a chunk after the previous ones; `first` marks the first text. */
  readonly write: (text: string, first: boolean) => Promise<void>;
  /** Discards the text written so far. */
  readonly void: () => Promise<void>;
}

/** Buffers the text of a model and writes it in chunks during streaming. */
export class TextBuffer implements TextSink {
  readonly #writer: TextWriter;
  readonly #stop: (reason: Error) => void;
  #buffered = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #began = false;
  #closed = false;
  #hasFailed = false;

  /** `stop` is called if a write fails. Nothing is written after that, since it would leave a gap. */
  constructor(writer: TextWriter, stop: (reason: Error) => void) {
    this.#writer = writer;
    this.#stop = stop;
  }

  add(text: string): void {
    this.#buffered += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#began ? FLUSH_INTERVAL_MS : FIRST_FLUSH_MS);
  }

  /** Stops writing and returns the unwritten text. */
  async finish(): Promise<string> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#buffered;
  }

  async restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#buffered = '';
    await this.#writing;
    if (!this.#began) return;
    this.#began = false;
    await this.#writer.void();
    this.#hasFailed = false;
  }

  async #write(text: string, first: boolean): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await this.#writer.write(text, first);
    } catch (error) {
      this.#hasFailed = true;
      this.#stop(error as Error);
    }
  }

  #flush(): void {
    if (this.#closed) return;
    // A high surrogate waits for its low one.
    const half = /[\uD800-\uDBFF]$/.exec(this.#buffered)?.[0] ?? '';
    const text = this.#buffered.slice(0, this.#buffered.length - half.length);
    this.#buffered = half;
    this.#timer = undefined;
    if (text === '') return;
    const first = !this.#began;
    this.#began = true;
    this.#writing = this.#writing.then(() => this.#write(text, first));
  }
}
