import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readMarkup } from '../markup.ts';

/** What a sitemap lists. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Further sitemaps. */
  readonly maps: readonly string[];
}

/** Bytes of a sitemap, packed and unpacked; source: sitemaps.org. */
export const SITEMAP_BYTES = 50 * 1024 * 1024;
/** Addresses of one; source: the same. */
const MOST_PAGES = 50_000;
const MOST_MAPS = 500;
/** Characters of an address that are looked at. */
const LONGEST_ADDRESS = 5000;

const unzip = promisify(gunzip);

/** Reads a sitemap, an index of sitemaps, or a list of addresses. What a document type declares in XML is not followed. */
export async function readSitemap(bytes: Uint8Array): Promise<Sitemap> {
  const text = new TextDecoder().decode(await unpacked(bytes));
  if (!text.trimStart().startsWith('<')) return { pages: linesOf(text), maps: [] };
  const pages: string[] = [];
  const maps: string[] = [];
  let within: string[] | undefined;
  let address: string | undefined;
  readMarkup(text, 'xml', {
    open(name) {
      const bare = name.replace(/^.*:/, '').toLowerCase();
      if (bare === 'url') within = pages;
      if (bare === 'sitemap') within = maps;
      // Addresses of pictures have a namespace of their own.
      if (bare === 'loc' && !/^(image|video|news):/i.test(name)) address = '';
    },
    text(data) {
      if (address !== undefined && address.length < LONGEST_ADDRESS) address += data;
    },
    close(name) {
      if (name.replace(/^.*:/, '').toLowerCase() !== 'loc' || address === undefined) return;
      const most = within === maps ? MOST_MAPS : MOST_PAGES;
      if (within && within.length < most && address.trim() !== '') within.push(address.trim());
      address = undefined;
    },
  });
  return { pages, maps };
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? unzip(bytes, { maxOutputLength: SITEMAP_BYTES }) : bytes;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => /^https?:\/\//.test(line)).slice(0, MOST_PAGES);
}
