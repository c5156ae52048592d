import type { Message } from '../../platform/messages.ts';
import type { Hit } from './contract.ts';
import { findQuote, isProof } from './quotes.ts';
import { queryWarnings } from './warnings.ts';

/** Source of an answer. */
export interface Citation {
  readonly documentId: string;
  readonly title: string;
  readonly chunkId: string;
  /** Position of the chunk in the document, from 0. */
  readonly position: number;
  /** Page on which the quote starts, from 1. Null if the format has no pages. */
  readonly page: number | null;
  /** Verbatim quote. */
  readonly quote: string;
  /** Range of the quote in the text of the chunk, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** A quote as the model writes it, with the ID of its passage. */
interface StatedQuote {
  readonly passage: string;
  readonly quote: string;
}

/** Maximum number of citations. */
const MAX_CITATIONS = 20;
/** Maximum number of reported quotes, and their length in characters. */
const MAX_WARNINGS = 20;
const MAX_WARNING_QUOTE_LENGTH = 200;

/** Verifies quotes. Returns the citations of those that prove something, each once, and one warning for each other. */
export function verifyCitations(
  quotes: readonly StatedQuote[],
  passages: ReadonlyMap<string, Hit>,
): { readonly citations: readonly Citation[]; readonly warnings: readonly Message[] } {
  const texts = Array.from(passages.values(), ({ text }) => text);
  const citations = new Map<string, Citation>();
  const warnings = new Map<string, Message>();
  const warn = (warning: Message) => warnings.set(warning.msg, warning);
  for (const { passage, quote } of quotes) {
    const hit = passages.get(passage);
    const range = hit && findQuote(hit.text, quote);
    const short = { quote: shortenQuote(quote) };
    if (!hit || !range) warn(queryWarnings.quote_not_in_chunk(short));
    else if (!isProof(quote, hit.text, texts)) warn(queryWarnings.quote_proves_nothing(short));
    else if (citations.size >= MAX_CITATIONS) warn(queryWarnings.quote_over_limit({ ...short, limit: MAX_CITATIONS }));
    else citations.set(`${hit.chunkId} ${range.start} ${range.end}`, toCitation(hit, range));
  }
  return { citations: [...citations.values()], warnings: [...warnings.values()].slice(0, MAX_WARNINGS) };
}

function toCitation(
  { documentId, title, chunkId, position, text, page, pageStarts }: Hit,
  { start, end }: { readonly start: number; readonly end: number },
): Citation {
  const started = pageStarts.findLast(({ offset }) => offset <= start);
  const quote = text.slice(start, end);
  return { documentId, title, chunkId, position, page: started?.page ?? page, quote, start, end };
}

function shortenQuote(quote: string): string {
  const text = quote.replace(/\s+/gu, ' ').trim();
  if (text.length <= MAX_WARNING_QUOTE_LENGTH) return text;
  return `${text.slice(0, MAX_WARNING_QUOTE_LENGTH - 1).toWellFormed()}…`;
}
