import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readMarkup } from '../markup.ts';

/** Contents of a sitemap. */
interface Sitemap {
  readonly pages: readonly string[];
  /** Nested sitemaps. */
  readonly maps: readonly string[];
}

/** Maximum size of a sitemap in bytes, compressed and uncompressed; source: sitemaps.org. */
export const SITEMAP_BYTES = 50 * 1024 * 1024;
/** Maximum number of addresses; source: sitemaps.org. */
const MAX_PAGES = 50_000;
const MAX_SITEMAPS = 500;
/** Maximum length of a read address. */
const MAX_ADDRESS_LENGTH = 5000;

const unzip = promisify(gunzip);

/** Parses a sitemap, a sitemap index or a list of addresses. Document type declarations are ignored. */
export async function readSitemap(bytes: Uint8Array): Promise<Sitemap> {
  const text = new TextDecoder().decode(await decompress(bytes));
  if (!text.trimStart().startsWith('<')) return { pages: parseLines(text), maps: [] };
  const pages: string[] = [];
  const maps: string[] = [];
  let target: string[] | undefined;
  let address: string | undefined;
  readMarkup(text, 'xml', {
    open(name) {
      const localName = name.replace(/^.*:/, '').toLowerCase();
      if (localName === 'url') target = pages;
      if (localName === 'sitemap') target = maps;
      // Addresses of images have their own namespace.
      if (localName === 'loc' && !/^(image|video|news):/i.test(name)) address = '';
    },
    text(data) {
      if (address !== undefined && address.length < MAX_ADDRESS_LENGTH) address += data;
    },
    close(name) {
      if (name.replace(/^.*:/, '').toLowerCase() !== 'loc' || address === undefined) return;
      const limit = target === maps ? MAX_SITEMAPS : MAX_PAGES;
      if (target && target.length < limit && address.trim() !== '') target.push(address.trim());
      address = undefined;
    },
  });
  return { pages, maps };
}

async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isCompressed ? unzip(bytes, { maxOutputLength: SITEMAP_BYTES }) : bytes;
}

function parseLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => /^https?:\/\//.test(line)).slice(0, MAX_PAGES);
}
