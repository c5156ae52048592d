import type { StreamPart } from './request.ts';

const OPENING_TAG = '<think>';
const CLOSING_TAG = '</think>';
/** Id of the part that thoughts between tags become. */
const REASONING_ID = 'tagged-thoughts';

/** A part of a stream as it was heard; what a text part said so far may turn out to be thoughts, with `delta` at their end. */
export type ParsedPart =
  | StreamPart
  | { readonly type: 'text-was-thoughts'; readonly id: string; readonly delta: string };

/**
 * Takes thoughts that a server leaves in the text, between tags at its very beginning, out of it: they become a part of
 * reasoning, as they are of servers that know thoughts apart. Where the opening tag is missing, as with servers whose prompt ends in
 * it, all text before the closing tag is thoughts.
 */
export class TaggedReasoningParser {
  #state: 'undecided' | 'thinking' | 'thought' | 'answering' = 'undecided';
  /** Whether a closing tag would make thoughts of the text before it. */
  #canClose = true;
  /** Text whose meaning the next piece decides. */
  #pending = '';

  /** A part of the stream as it is to be taken. */
  parse(part: StreamPart): ParsedPart[] {
    if (this.#state === 'answering' && !this.#canClose) return [part];
    if (part.type === 'text-delta') return this.#read(part.id, this.#pending + part.delta);
    if (part.type === 'text-end') return [...this.#flush(part.id), part];
    return [part];
  }

  #read(id: string, text: string): ParsedPart[] {
    this.#pending = '';
    if (this.#state === 'thinking') return this.#readReasoning(id, text);
    if (this.#state === 'answering') return this.#readResponse(id, text);
    const trimmed = text.trimStart();
    if (this.#state === 'thought') {
      if (trimmed === '') return [];
      this.#state = 'answering';
      return toTextParts(id, trimmed);
    }
    if (trimmed.startsWith(OPENING_TAG)) {
      this.#state = 'thinking';
      this.#canClose = false;
      return [
        { type: 'reasoning-start', id: REASONING_ID },
        ...this.#readReasoning(id, trimmed.slice(OPENING_TAG.length)),
      ];
    }
    if (!OPENING_TAG.startsWith(trimmed)) {
      this.#state = 'answering';
      return this.#readResponse(id, text);
    }
    this.#pending = text;
    return [];
  }

  #readReasoning(id: string, text: string): ParsedPart[] {
    const end = text.indexOf(CLOSING_TAG);
    if (end === -1) {
      // The tag itself may come in pieces.
      const safeLength = Math.max(0, text.length - CLOSING_TAG.length + 1);
      this.#pending = text.slice(safeLength);
      return toReasoningParts(text.slice(0, safeLength));
    }
    this.#state = 'thought';
    const rest = this.#read(id, text.slice(end + CLOSING_TAG.length));
    return [...toReasoningParts(text.slice(0, end)), { type: 'reasoning-end', id: REASONING_ID }, ...rest];
  }

  /** Text of an answer that may still turn out to be thoughts. */
  #readResponse(id: string, text: string): ParsedPart[] {
    const [opening, closing] = [text.indexOf(OPENING_TAG), text.indexOf(CLOSING_TAG)];
    if (opening !== -1 && (closing === -1 || opening < closing)) {
      // An answer that speaks of the tags.
      this.#canClose = false;
      return toTextParts(id, text);
    }
    if (closing === -1) {
      const safeLength = text.length - findTagPrefix(text).length;
      this.#pending = text.slice(safeLength);
      return toTextParts(id, text.slice(0, safeLength));
    }
    this.#canClose = false;
    this.#state = 'thought';
    const rest = this.#read(id, text.slice(closing + CLOSING_TAG.length));
    return [{ type: 'text-was-thoughts', id, delta: text.slice(0, closing) }, ...rest];
  }

  /** What is left at the end of the text. */
  #flush(id: string): ParsedPart[] {
    const pending = this.#pending;
    this.#pending = '';
    if (this.#state === 'thinking') return [...toReasoningParts(pending), { type: 'reasoning-end', id: REASONING_ID }];
    return toTextParts(id, pending);
  }
}

/** The end of a text with which one of the tags may begin. */
function findTagPrefix(text: string): string {
  const end = text.slice(text.lastIndexOf('<'));
  return text.includes('<') && [OPENING_TAG, CLOSING_TAG].some((tag) => tag.startsWith(end)) ? end : '';
}

function toTextParts(id: string, delta: string): ParsedPart[] {
  return delta === '' ? [] : [{ type: 'text-delta', id, delta }];
}

function toReasoningParts(delta: string): ParsedPart[] {
  return delta === '' ? [] : [{ type: 'reasoning-delta', id: REASONING_ID, delta }];
}
