import type { ParsedPart, StreamPart } from '../../request.ts';

const OPENING_TAG = '<think>';
const CLOSING_TAG = '</think>';
/** Id of the reasoning part for tagged thoughts. */
const REASONING_ID = 'tagged-thoughts';

/**
 * Extracts reasoning between tags at the start of the text, and returns it as a reasoning part. If the opening tag is
 * missing, because the server's prompt ends with it, all text before the closing tag is reasoning.
 */
export class TaggedReasoningParser {
  #state: 'undecided' | 'thinking' | 'thought' | 'answering' = 'undecided';
  /** Whether a closing tag would convert the text before it to reasoning. */
  #canClose = true;
  /** Text that depends on the next chunk. */
  #pending = '';

  /** Returns the converted parts for a stream part. */
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
      // The tag may be split across chunks.
      const safeLength = Math.max(0, text.length - CLOSING_TAG.length + 1);
      this.#pending = text.slice(safeLength);
      return toReasoningParts(text.slice(0, safeLength));
    }
    this.#state = 'thought';
    const rest = this.#read(id, text.slice(end + CLOSING_TAG.length));
    return [...toReasoningParts(text.slice(0, end)), { type: 'reasoning-end', id: REASONING_ID }, ...rest];
  }

  /** Reads response text that may still turn out to be reasoning. */
  #readResponse(id: string, text: string): ParsedPart[] {
    const [opening, closing] = [text.indexOf(OPENING_TAG), text.indexOf(CLOSING_TAG)];
    if (opening !== -1 && (closing === -1 || opening < closing)) {
      // A response about the tags.
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

  /** Returns the pending text at the end. */
  #flush(id: string): ParsedPart[] {
    const pending = this.#pending;
    this.#pending = '';
    if (this.#state === 'thinking') return [...toReasoningParts(pending), { type: 'reasoning-end', id: REASONING_ID }];
    return toTextParts(id, pending);
  }
}

/** Returns the suffix of a text that may start a tag. */
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
