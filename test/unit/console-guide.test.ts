import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GUIDE_PAGES, getGuideUrl } from '../../console/src/lib/guide-links.ts';
import { loadGuide } from '../../src/platform/guide/guide.ts';

const read = (file: string) => readFileSync(new URL(`../../console/src/${file}`, import.meta.url), 'utf8');
const listPaths = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, path = '']) => path);

it('every help link of the console leads to a page and a heading of the guide', async () => {
  const { pages } = await loadGuide();
  const missing = Object.values(GUIDE_PAGES).filter((target) => {
    const [name = '', id] = target.split('#');
    const sections = pages.get(name)?.sections;
    return !sections || (id !== undefined && !sections.some(({ heading }) => heading?.id === id));
  });
  expect(missing, 'a page or heading was renamed: change console/src/lib/guide-links.ts').toEqual([]);
});

it('every screen of the navigation and the settings has its own help link', () => {
  const screens = [
    ...listPaths('features/shell/navigation.ts', /\bto: '([^']+)'/g),
    ...listPaths('features/settings/settings-pages.ts', /\bto: '([^']+)'/g),
  ];
  expect(screens.length).toBeGreaterThan(25);
  expect(screens.filter((path) => !Object.hasOwn(GUIDE_PAGES, path))).toEqual([]);
  const routes = listPaths('routes/screen-routes.ts', /createScreenRoute\(\s*'([^']+)'/g);
  expect(Object.keys(GUIDE_PAGES).filter((path) => !routes.includes(path))).toEqual([]);
});

it('a screen without its own help link uses that of the screen above', () => {
  expect(getGuideUrl('/knowledge/documents/1')).toBe('/docs/guide/documents');
  expect(getGuideUrl('/knowledge/1')).toBe('/docs/guide/knowledge');
  expect(getGuideUrl('/unknown')).toBe('/docs/guide/concepts');
});
