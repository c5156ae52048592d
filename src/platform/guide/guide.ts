import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPageRenderer, type RenderedPage } from './render.ts';
import { createGuideSearch, type GuideMatch } from './search.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCS_FOLDER = join(ROOT, 'docs');

/** Folder of the pictures that pages show. */
export const PICTURES_FOLDER = join(DOCS_FOLDER, 'pictures');

/** A page of the guide. */
export interface GuidePage extends RenderedPage {
  /** Name of its file without the extension, and last part of its path. */
  readonly name: string;
}

/** Pages for one goal of the reader. */
interface PageGroup {
  readonly goal: string;
  readonly pages: readonly GuidePage[];
}

/** The documentation, rendered. */
export interface Guide {
  readonly groups: readonly PageGroup[];
  /** All pages by name, in the order of the groups. */
  readonly pages: ReadonlyMap<string, GuidePage>;
  /** File names of the pictures. */
  readonly pictures: ReadonlySet<string>;
  /** Finds sections by their words, best first. */
  readonly search: (query: string) => Promise<GuideMatch[]>;
}

let guide: Promise<Guide> | undefined;

/** Returns the guide. Renders docs/*.md on first use. */
export function loadGuide(): Promise<Guide> {
  guide ??= renderGuide();
  return guide;
}

async function renderGuide(): Promise<Guide> {
  const [render, readme, files, pictures] = await Promise.all([
    createPageRenderer(),
    readFile(join(ROOT, 'README.md'), 'utf8'),
    readdir(DOCS_FOLDER),
    readdir(PICTURES_FOLDER),
  ]);
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  const groups: PageGroup[] = [];
  for (const [goal, members] of groupPages(readme, names.toSorted())) {
    const pages: GuidePage[] = [];
    // Other requests are answered between the pages.
    for (const name of members)
      pages.push({ name, ...render(await readFile(join(DOCS_FOLDER, `${name}.md`), 'utf8')) });
    groups.push({ goal, pages });
  }
  const pages = new Map(groups.flatMap((group) => group.pages).map((page) => [page.name, page]));
  return { groups, pages, pictures: new Set(pictures), search: createGuideSearch(pages) };
}

/** Groups pages as the README's table of the documentation does. Pages that it does not name form the last group. */
function groupPages(readme: string, names: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const rows = [...readme.matchAll(/^\| ([^|]+) \| (\[.*) \|$/gm)].map(
    ([, goal = '', cell = '']) =>
      [goal, [...cell.matchAll(/\(docs\/([\w-]+)\.md\)/g)].map(([, name = '']) => name)] as const,
  );
  const groups = rows.filter(([, members]) => members.length > 0);
  const grouped = new Set(groups.flatMap(([, members]) => members));
  return [...groups, ['More', names.filter((name) => !grouped.has(name))] as const].filter(
    ([, members]) => members.length > 0,
  );
}
