import type { StreamPart } from './request.ts';

const OPENING = '<think>';
const CLOSING = '</think>';
/** Id of the part that thoughts between tags become. */
const ID = 'tagged-thoughts';

/** A part of a stream as it was heard; what a text part said so far may turn out to be thoughts, with `delta` at their end. */
export type HeardPart =
  | StreamPart
  | { readonly type: 'text-was-thoughts'; readonly id: string; readonly delta: string };

/**
 * Takes thoughts that a server leaves in the text, between tags at its very beginning, out of it: they become a part of
 * reasoning, as they are of servers that know thoughts apart. Where the opening tag is missing, as with servers whose prompt ends in
 * it, all text before the closing tag is thoughts.
 */
export class TaggedThoughts {
  #state: 'undecided' | 'thinking' | 'thought' | 'answering' = 'undecided';
  /** Whether a closing tag would make thoughts of the text before it. */
  #mayClose = true;
  /** Text whose meaning the next piece decides. */
  #held = '';

  /** A part of the stream as it is to be taken. */
  take(part: StreamPart): HeardPart[] {
    if (this.#state === 'answering' && !this.#mayClose) return [part];
    if (part.type === 'text-delta') return this.#read(part.id, this.#held + part.delta);
    if (part.type === 'text-end') return [...this.#rest(part.id), part];
    return [part];
  }

  #read(id: string, text: string): HeardPart[] {
    this.#held = '';
    if (this.#state === 'thinking') return this.#think(id, text);
    if (this.#state === 'answering') return this.#answer(id, text);
    const begun = text.trimStart();
    if (this.#state === 'thought') {
      if (begun === '') return [];
      this.#state = 'answering';
      return textOf(id, begun);
    }
    if (begun.startsWith(OPENING)) {
      this.#state = 'thinking';
      this.#mayClose = false;
      return [{ type: 'reasoning-start', id: ID }, ...this.#think(id, begun.slice(OPENING.length))];
    }
    if (!OPENING.startsWith(begun)) {
      this.#state = 'answering';
      return this.#answer(id, text);
    }
    this.#held = text;
    return [];
  }

  #think(id: string, text: string): HeardPart[] {
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

  /** Text of an answer that may still turn out to be thoughts. */
  #answer(id: string, text: string): HeardPart[] {
    const [opening, closing] = [text.indexOf(OPENING), text.indexOf(CLOSING)];
    if (opening !== -1 && (closing === -1 || opening < closing)) {
      // An answer that speaks of the tags.
      this.#mayClose = false;
      return textOf(id, text);
    }
    if (closing === -1) {
      const sure = text.length - beginningOfTag(text).length;
      this.#held = text.slice(sure);
      return textOf(id, text.slice(0, sure));
    }
    this.#mayClose = false;
    this.#state = 'thought';
    const rest = this.#read(id, text.slice(closing + CLOSING.length));
    return [{ type: 'text-was-thoughts', id, delta: text.slice(0, closing) }, ...rest];
  }

  /** What is left at the end of the text. */
  #rest(id: string): HeardPart[] {
    const held = this.#held;
    this.#held = '';
    if (this.#state === 'thinking') return [...thoughts(held), { type: 'reasoning-end', id: ID }];
    return textOf(id, held);
  }
}

/** The end of a text with which one of the tags may begin. */
function beginningOfTag(text: string): string {
  const end = text.slice(text.lastIndexOf('<'));
  return text.includes('<') && [OPENING, CLOSING].some((tag) => tag.startsWith(end)) ? end : '';
}

function textOf(id: string, delta: string): HeardPart[] {
  return delta === '' ? [] : [{ type: 'text-delta', id, delta }];
}

function thoughts(delta: string): HeardPart[] {
  return delta === '' ? [] : [{ type: 'reasoning-delta', id: ID, delta }];
}
