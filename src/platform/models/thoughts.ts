import type { StreamPart } from './request.ts';

const OPENING = '<think>';
const CLOSING = '</think>';
/** Id of the part that thoughts between tags become. */
const ID = 'tagged-thoughts';

/**
 * Takes thoughts that a server leaves in the text, between tags at its very beginning, out of it: they become a part of
 * reasoning, as they are of servers that know thoughts apart.
 */
export class TaggedThoughts {
  #state: 'undecided' | 'thinking' | 'thought' | 'answering' = 'undecided';
  /** Text whose meaning the next piece decides. */
  #held = '';

  /** A part of the stream as it is to be taken. */
  take(part: StreamPart): StreamPart[] {
    if (this.#state === 'answering') return [part];
    if (part.type === 'text-delta') return this.#read(part.id, this.#held + part.delta);
    if (part.type === 'text-end') return [...this.#rest(part.id), part];
    return [part];
  }

  #read(id: string, text: string): StreamPart[] {
    this.#held = '';
    if (this.#state === 'thinking') return this.#think(id, text);
    const begun = text.trimStart();
    if (this.#state === 'thought') return begun === '' ? [] : this.#answer(id, begun);
    if (begun.startsWith(OPENING)) {
      this.#state = 'thinking';
      return [{ type: 'reasoning-start', id: ID }, ...this.#think(id, begun.slice(OPENING.length))];
    }
    if (!OPENING.startsWith(begun)) return this.#answer(id, text);
    this.#held = text;
    return [];
  }

  #think(id: string, text: string): StreamPart[] {
    const end = text.indexOf(CLOSING);
    if (end === -1) {
      // The tag itself may come in pieces.
      const sure = Math.max(0, text.length - CLOSING.length + 1);
      this.#held = text.slice(sure);
      return thoughts(text.slice(0, sure));
    }
    this.#state = 'thought';
    const rest = this.#read(id, text.slice(end + CLOSING.length));
    return [...thoughts(text.slice(0, end)), { type: 'reasoning-end', id: ID }, ...rest];
  }

  #answer(id: string, delta: string): StreamPart[] {
    this.#state = 'answering';
    return [{ type: 'text-delta', id, delta }];
  }

  /** What is left at the end of the text. */
  #rest(id: string): StreamPart[] {
    const held = this.#held;
    this.#held = '';
    if (this.#state === 'thinking') return [...thoughts(held), { type: 'reasoning-end', id: ID }];
    return held === '' ? [] : [{ type: 'text-delta', id, delta: held }];
  }
}

function thoughts(delta: string): StreamPart[] {
  return delta === '' ? [] : [{ type: 'reasoning-delta', id: ID, delta }];
}
