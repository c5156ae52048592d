import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getGuideUrl } from '../../console/src/lib/guide-links.ts';
import { loadGuide } from '../../src/platform/guide/guide.ts';

const read = (file: string) => readFileSync(new URL(`../../console/src/${file}`, import.meta.url), 'utf8');
const LISTS = ['shell/navigation.ts', 'settings/settings-pages.ts', 'shell/help-link.tsx'];
/** Page of the guide by screen, as the lists of screens declare them. */
const PAGES = Object.fromEntries(
  LISTS.flatMap((file) =>
    [...read(`features/${file}`).matchAll(/\bto: '([^']+)',\s+guide: '([^']+)'/g)].map(([, to, guide]) => [to, guide]),
  ),
) as Record<string, string>;

it('every help link of the console leads to a page and a heading of the guide', async () => {
  const { pages } = await loadGuide();
  const missing = Object.values(PAGES).filter((target) => {
    const [name = '', id] = target.split('#');
    const sections = pages.get(name)?.sections;
    return !sections || (id !== undefined && !sections.some(({ heading }) => heading?.id === id));
  });
  expect(missing, 'a page or heading was renamed: change `guide` of the screen').toEqual([]);
});

it('every help link belongs to a screen', () => {
  const routes = [...read('routes/screen-routes.ts').matchAll(/createScreenRoute\(\s*'([^']+)'/g)].map(([, to]) => to);
  expect(Object.keys(PAGES).length).toBeGreaterThan(25);
  expect(Object.keys(PAGES).filter((path) => !routes.includes(path))).toEqual([]);
});

it('a screen without its own help link uses that of the screen above', () => {
  expect(getGuideUrl(PAGES, '/knowledge/documents/1')).toBe('/docs/guide/documents');
  expect(getGuideUrl(PAGES, '/knowledge/1')).toBe('/docs/guide/knowledge');
  expect(getGuideUrl(PAGES, '/unknown')).toBe('/docs/guide/concepts');
});
