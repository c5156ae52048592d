import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import type { OfficePackage } from './package.ts';

/** Maximum number of pictures that are read: each takes seconds. */
const MAX_PICTURES = 50;

/** The pictures of a document. The strategies with OCR for images read them, others count them. */
export class Pictures {
  readonly #reading: Reading;
  readonly #office: OfficePackage;
  readonly #parts = new Set<string>();
  #unread = 0;

  constructor(reading: Reading, office: OfficePackage) {
    this.#reading = reading;
    this.#office = office;
  }

  /** Yields the text of a picture at its first use. */
  async *read(part: string | undefined, page: number | null): AsyncGenerator<Block> {
    if (part === undefined || this.#parts.has(part)) return;
    this.#parts.add(part);
    const { readNested, strategy, settings } = this.#reading;
    const usesOcr = /^(?:hi_res|ocr_only)$/.test(strategy) && settings.ocrLanguages.length > 0;
    const stream = usesOcr && this.#parts.size <= MAX_PICTURES ? await this.#office.stream(part) : undefined;
    if (!readNested || !stream) {
      this.#unread++;
      return;
    }
    try {
      const bytes = Buffer.concat(await stream.toArray());
      for await (const block of readNested(bytes, part, this.#office.contentType(part))) yield { ...block, page };
    } catch {
      // Drawings such as EMF cannot be read.
      this.#unread++;
    }
  }

  warn(): void {
    const { warnings } = this.#reading.notes;
    if (this.#unread > 0) warnings.add(`Pictures whose text was not read: ${this.#unread}.`);
  }
}
