import type MiniSearch from 'minisearch';
import { GUIDE_PATH, type RenderedPage } from './render.ts';

/** Maximum length of a search, in characters. */
export const MAX_QUERY_LENGTH = 200;

/** A section that matches a search. */
export interface GuideMatch {
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  /** Part of the section's text. Matching words are parts of their own. */
  readonly excerpt: readonly ExcerptPart[];
}

interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

interface Entry {
  readonly id: number;
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MAX_MATCHES = 20;
/** Length of an excerpt, and of its part before the first match, in characters. */
const EXCERPT_LENGTH = 260;
const LEAD_LENGTH = 60;
const WORD = /[\p{L}\p{N}]+/gu;

type Pages = ReadonlyMap<string, RenderedPage>;

/** Creates a function that finds sections of pages by their words, best first. It indexes the pages on first use. */
export function createGuideSearch(pages: Pages): (query: string) => Promise<GuideMatch[]> {
  let index: Promise<MiniSearch<Entry>> | undefined;
  return async (query) => {
    index ??= buildIndex(pages);
    const sections = await index;
    // Sections with all words, else those with any.
    const all = sections.search(query, { combineWith: 'AND' });
    const matches = all.length > 0 ? all : sections.search(query);
    return matches.slice(0, MAX_MATCHES).map((match) => {
      const { url, page, heading, text } = match as unknown as Entry;
      return { url, page, heading, excerpt: cutExcerpt(text, new Set(match.terms)) };
    });
  };
}

async function buildIndex(pages: Pages): Promise<MiniSearch<Entry>> {
  const { default: Index } = await import('minisearch');
  const index = new Index<Entry>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['url', 'page', 'heading', 'text'],
    tokenize: (text) => text.match(WORD) ?? [],
    searchOptions: {
      boost: { page: 3, heading: 2 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  const entries = [...pages].flatMap(([name, { title, sections }]) =>
    sections.map(({ heading, text }) => ({
      url: `${GUIDE_PATH}/${name}${heading ? `#${heading.id}` : ''}`,
      page: title,
      heading: heading?.text ?? title,
      text: text.replace(/\s+/g, ' ').trim(),
    })),
  );
  // Other requests are answered between the chunks.
  await index.addAllAsync(entries.map((entry, id) => ({ id, ...entry })));
  return index;
}

/** Returns the part of a text with the most different terms. */
function cutExcerpt(text: string, terms: ReadonlySet<string>): ExcerptPart[] {
  const words = [...text.matchAll(WORD)].filter(([word]) => terms.has(word.toLowerCase()));
  const countTerms = (from: number) =>
    new Set(
      words
        .filter(({ index }) => index >= from && index < from + EXCERPT_LENGTH - LEAD_LENGTH)
        .map(([word]) => word.toLowerCase()),
    ).size;
  let first = 0;
  let most = 0;
  for (const { index } of words) {
    const count = countTerms(index);
    if (count > most) [first, most] = [index, count];
  }
  const start = first <= LEAD_LENGTH ? 0 : text.indexOf(' ', first - LEAD_LENGTH) + 1;
  const end = text.length <= start + EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  const parts: ExcerptPart[] = [];
  let position = start;
  for (const { 0: word, index } of words.filter((found) => found.index >= start && found.index < end)) {
    parts.push({ text: text.slice(position, index), isMatch: false }, { text: word, isMatch: true });
    position = index + word.length;
  }
  return [
    { text: start > 0 ? '… ' : '', isMatch: false },
    ...parts,
    { text: `${text.slice(position, Math.max(position, end))}${end < text.length ? ' …' : ''}`, isMatch: false },
  ].filter((part) => part.text !== '');
}
