import { createHash, type Hash } from 'node:crypto';
import { readMarkup } from '../markup.ts';

/** Facts about a page. */
export interface PageFacts {
  readonly title: string | null;
  /** Links in order, without those marked nofollow. */
  readonly links: readonly string[];
  /** Base address. */
  readonly base: string | null;
  /** Canonical address. */
  readonly canonical: string | null;
  /** Robots directives. */
  readonly robots: readonly string[];
  /** Digest of title and text; other changes do not matter. */
  readonly sha256: Buffer;
  /** Digest of title and text without words that contain a digit or a slash, such as times, numbers and addresses. */
  readonly templateSha256: Buffer;
}

const MAX_LINKS = 5000;
const MAX_TITLE_LENGTH = 300;
const IGNORED_ELEMENTS = new Set(['script', 'style', 'noscript', 'template']);

/** Reads the facts about a page in one pass. */
export function readPage(html: string, agent: string): PageFacts {
  const reader = new PageReader(agent);
  readMarkup(html, 'html', reader);
  return reader.facts();
}

class PageReader {
  readonly #agent: string;
  readonly #links: string[] = [];
  readonly #robots: string[] = [];
  readonly #hash: Hash = createHash('sha256');
  readonly #templateHash: Hash = createHash('sha256');
  #title: string | undefined;
  #isTitle = false;
  #mute = 0;
  #base: string | null = null;
  #canonical: string | null = null;

  constructor(agent: string) {
    this.#agent = agent.toLowerCase();
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (IGNORED_ELEMENTS.has(name)) this.#mute += 1;
    if (name === 'title' && this.#title === undefined) {
      this.#isTitle = true;
      this.#title = '';
    }
    const href = attributes.get('href');
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (name === 'base' && href !== undefined) this.#base ??= href;
    if (name === 'link' && href !== undefined && relations.includes('canonical')) this.#canonical ??= href;
    if (name === 'meta' && ['robots', this.#agent].includes(attributes.get('name')?.toLowerCase() ?? ''))
      this.#robots.push(...(attributes.get('content') ?? '').toLowerCase().split(/[\s,]+/));
    const isLink = (name === 'a' || name === 'area') && href !== undefined && !relations.includes('nofollow');
    if (isLink && this.#links.length < MAX_LINKS) this.#links.push(href);
  }

  text(text: string): void {
    if (this.#isTitle && (this.#title?.length ?? 0) < MAX_TITLE_LENGTH) this.#title += text;
    if (this.#mute > 0) return;
    const words = text.split(/\s+/);
    this.#hash.update(words.join(' '));
    this.#templateHash.update(words.filter((word) => !/[\d/]/.test(word)).join(' '));
  }

  close(name: string): void {
    if (IGNORED_ELEMENTS.has(name) && this.#mute > 0) this.#mute -= 1;
    if (name === 'title') this.#isTitle = false;
  }

  facts(): PageFacts {
    const title = this.#title?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH) || null;
    const [links, base, canonical, robots] = [this.#links, this.#base, this.#canonical, this.#robots];
    const digests = { sha256: this.#hash.digest(), templateSha256: this.#templateHash.digest() };
    return { title, links, base, canonical, robots, ...digests };
  }
}

/** Decodes a page by the charset in its content type. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): { text: string; isUtf8: boolean } {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  const decoder = findDecoder(charset) ?? new TextDecoder();
  return { text: decoder.decode(bytes), isUtf8: decoder.encoding === 'utf-8' };
}

function findDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
