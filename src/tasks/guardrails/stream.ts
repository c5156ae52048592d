import { GuardrailBlocked, type Hit, hitTime, summed } from './hits.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { masked, merged } from './places.ts';
import { scan } from './scan.ts';
import { safeCut } from './window.ts';

/** Characters before a piece that are read again with it: a key is known by the name that stands before it. */
const CONTEXT = 300;

/**
 * Lets out what a model says as soon as nothing that follows can make a part of it a hit, with what is masked replaced. At
 * the first hit that blocks nothing more comes out.
 */
export class GuardedStream {
  readonly #items: readonly GuardrailItem[];
  readonly #release: (text: string) => void;
  readonly #stop: (reason: Error) => void;
  #said = '';
  /** Where what is still held begins. */
  #at = 0;
  #out = '';
  #hits: Hit[] = [];
  #failure: Error | undefined;
  #looking: Promise<void> | undefined;

  /** `items` look for places, and mask or block them; `stop` is told why the model has to stop. */
  constructor(items: readonly GuardrailItem[], release: (text: string) => void, stop: (reason: Error) => void) {
    this.#items = items;
    this.#release = release;
    this.#stop = stop;
  }

  add(text: string): void {
    this.#said += text;
    this.#looking ??= this.#look();
  }

  /** Forgets what was said, because another model says it anew. */
  async restart(): Promise<void> {
    await this.#looking;
    this.#said = '';
    this.#at = 0;
    this.#out = '';
    this.#hits = [];
  }

  /** Lets out the rest, and answers all that came out with what was found in it. */
  async finish(): Promise<{ readonly text: string; readonly hits: readonly Hit[] }> {
    await this.#looking;
    if (this.#failure) throw this.#failure;
    await this.#letOut(this.#said.length);
    return { text: this.#out, hits: summed(this.#hits) };
  }

  async #look(): Promise<void> {
    // What ends at once would else end before it is known to have begun.
    await undefined;
    try {
      let before = -1;
      while (this.#at !== before) {
        before = this.#at;
        const cut = safeCut(this.#said.slice(this.#at));
        if (cut > 0) await this.#letOut(this.#at + cut);
      }
    } catch (error) {
      this.#failure = error as Error;
      this.#stop(this.#failure);
    } finally {
      this.#looking = undefined;
    }
  }

  /** Lets out up to a place, or to where something begins that goes on behind it. */
  async #letOut(upTo: number): Promise<void> {
    const said = this.#said;
    const isEnd = upTo === said.length;
    const from = Math.max(0, this.#at - CONTEXT);
    const found = (await scan([said.slice(from)], this.#items)).map(({ places }) =>
      merged(places[0] ?? [])
        .map(({ rule, start, end }) => ({ rule, start: from + start, end: from + end }))
        .filter(({ end }) => end > this.#at),
    );
    const crossing = found.flat().filter(({ start, end }) => start < upTo && end > upTo);
    const cut = isEnd ? upTo : Math.max(this.#at, Math.min(upTo, ...crossing.map(({ start }) => start)));
    const within = found.map((places) => places.filter(({ start }) => start < cut));
    for (const [index, item] of this.#items.entries())
      for (const { rule, start } of within[index] ?? []) if (start >= this.#at) this.#note(item, rule);
    const at = this.#at;
    const toMask = this.#items.flatMap(({ action }, index) => (action === 'mask' ? (within[index] ?? []) : []));
    const places = toMask.map(({ rule, start, end }) => ({ rule, start: Math.max(start, at) - at, end: end - at }));
    const text = masked(said.slice(at, cut), places);
    this.#at = cut;
    this.#out += text;
    if (text !== '') this.#release(text);
  }

  #note({ guardrail, action }: GuardrailItem, rule: string): void {
    const hit: Hit = { guardrail, direction: 'output', action, rule, count: 1, at: hitTime() };
    this.#hits.push(hit);
    if (action === 'block') throw new GuardrailBlocked(hit, summed(this.#hits));
  }
}
