import { maskFindings, mergeFindings } from './findings.ts';
import { GuardrailBlocked, getHitTime, type Hit, mergeHits } from './hits.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { findSafeCut } from './safe-cut.ts';
import { scan } from './scan.ts';

/** Number of characters before a piece that are scanned again, since a rule can depend on a preceding name. */
const CONTEXT_LENGTH = 300;

/**
 * Releases streamed text once later text cannot make it part of a hit, with masked findings replaced. The first
 * blocking hit stops the output.
 */
export class GuardedStream {
  readonly #items: readonly GuardrailItem[];
  readonly #release: (text: string) => void;
  readonly #stop: (reason: Error) => void;
  #received = '';
  /** Start of the unreleased text. */
  #position = 0;
  #released = '';
  #hits: Hit[] = [];
  #failure: Error | undefined;
  #scanning: Promise<void> | undefined;

  /** `items` match patterns and mask or block. `stop` receives the reason to stop the model. */
  constructor(items: readonly GuardrailItem[], release: (text: string) => void, stop: (reason: Error) => void) {
    this.#items = items;
    this.#release = release;
    this.#stop = stop;
  }

  add(text: string): void {
    this.#received += text;
    this.#scanning ??= this.#scanReceived();
  }

  /** Discards the text, because another model starts over. */
  async restart(): Promise<void> {
    await this.#scanning;
    this.#received = '';
    this.#position = 0;
    this.#released = '';
    this.#hits = [];
  }

  /** Releases the rest and returns the released text with its hits. */
  async finish(): Promise<{ readonly text: string; readonly hits: readonly Hit[] }> {
    await this.#scanning;
    if (this.#failure) throw this.#failure;
    await this.#releaseUpTo(this.#received.length);
    return { text: this.#released, hits: mergeHits(this.#hits) };
  }

  async #scanReceived(): Promise<void> {
    // Yields once, so a stream that ends immediately has begun.
    await undefined;
    try {
      let before = -1;
      while (this.#position !== before) {
        before = this.#position;
        const cut = findSafeCut(this.#received.slice(this.#position));
        if (cut > 0) await this.#releaseUpTo(this.#position + cut);
      }
    } catch (error) {
      this.#failure = error as Error;
      this.#stop(this.#failure);
    } finally {
      this.#scanning = undefined;
    }
  }

  /** Releases text up to a position, or up to the start of a finding that extends beyond it. */
  async #releaseUpTo(upTo: number): Promise<void> {
    const received = this.#received;
    const isComplete = upTo === received.length;
    const from = Math.max(0, this.#position - CONTEXT_LENGTH);
    const findings = (await scan([received.slice(from)], this.#items)).map(({ findings: places }) =>
      mergeFindings(places[0] ?? [])
        .map(({ rule, start, end }) => ({ rule, start: from + start, end: from + end }))
        .filter(({ end }) => end > this.#position),
    );
    const spanning = findings.flat().filter(({ start, end }) => start < upTo && end > upTo);
    const cut = isComplete ? upTo : Math.max(this.#position, Math.min(upTo, ...spanning.map(({ start }) => start)));
    const releasable = findings.map((places) => places.filter(({ start }) => start < cut));
    for (const [index, item] of this.#items.entries())
      for (const { rule, start } of releasable[index] ?? []) if (start >= this.#position) this.#recordHit(item, rule);
    const at = this.#position;
    const toMask = this.#items.flatMap(({ action }, index) => (action === 'mask' ? (releasable[index] ?? []) : []));
    const places = toMask.map(({ rule, start, end }) => ({ rule, start: Math.max(start, at) - at, end: end - at }));
    const text = maskFindings(received.slice(at, cut), places);
    this.#position = cut;
    this.#released += text;
    if (text !== '') this.#release(text);
  }

  #recordHit({ guardrail, action }: GuardrailItem, rule: string): void {
    const hit: Hit = { guardrail, direction: 'output', action, rule, count: 1, at: getHitTime() };
    this.#hits.push(hit);
    if (action === 'block') throw new GuardrailBlocked(hit, mergeHits(this.#hits));
  }
}
