import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, openWorld, type World } from '../support/client.ts';
import { createClientAddress, findProfileApi } from '../support/profile-api.ts';
import { getReason } from '../support/scene.ts';

const DOCS = new URL('../../docs/', import.meta.url).pathname;
const SOURCES = new Map(
  readdirSync(DOCS)
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -3), readFileSync(DOCS + file, 'utf8')]),
);

let world: World;
let anybody: Client;

beforeAll(() => {
  world = openWorld();
  anybody = new Client(world.stack.baseUrl, undefined);
});
afterAll(() => world.close());

async function read(path: string): Promise<string> {
  const { status, text, headers } = await anybody.get(path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
  return text;
}
const search = (query: string) => read(`/docs/guide?${new URLSearchParams({ q: query })}`);
const listAttributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const toText = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('the guide', () => {
  it('has a page for every file of docs, with headings in order, and lists all of them', async () => {
    const index = listAttributes(await read('/docs/guide'), 'href');
    for (const [name, source] of SOURCES) {
      const html = await read(`/docs/guide/${name}`);
      const [, title] = /^# (.+)$/m.exec(source) ?? [];
      expect([name, toText(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '')]).toEqual([name, title]);
      const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      expect(
        levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1),
        name,
      ).toEqual([]);
      const ids = listAttributes(html, 'id');
      expect(new Set(ids).size, name).toBe(ids.length);
      expect(html, name).not.toMatch(/<p>&lt;!--/);
      expect(index).toContain(`/docs/guide/${name}`);
    }
  });

  it('has a target for every link between its pages', async () => {
    const names = [...SOURCES.keys()];
    const pages = new Map(
      await Promise.all(names.map(async (name) => [`/docs/guide/${name}`, await read(`/docs/guide/${name}`)] as const)),
    );
    const ids = new Map([...pages].map(([path, html]) => [path as string, listAttributes(html, 'id')]));
    const links = [...pages].flatMap(([path, html]) =>
      listAttributes(html, 'href').map((href) => ({ path, href, url: new URL(href, `http://guide${path}`) })),
    );
    const internal = links.filter(({ url }) => url.host === 'guide' && url.pathname.startsWith('/docs/guide/'));
    const broken = internal.filter(({ url }) => {
      const targets = ids.get(url.pathname);
      return !targets || (url.hash !== '' && !targets.includes(decodeURIComponent(url.hash.slice(1))));
    });
    expect(broken.map(({ path, href }) => `${path}: ${href}`)).toEqual([]);
    const others = new Set(links.filter(({ url }) => url.host === 'guide').map(({ url }) => url.pathname));
    expect([...others].filter((path) => !ids.has(path)).toSorted()).toEqual(['/', '/docs', '/docs/guide']);
    const linked = internal.filter(({ url }) => url.hash !== '');
    expect(linked.length).toBeGreaterThan(100);
  });

  it('finds the section of a sentence and marks its words', async () => {
    const html = await search('value is shown once and stored as a hash');
    const [first = ''] = /<li><h2>.*?<\/li>/s.exec(html) ?? [];
    expect(listAttributes(first, 'href')).toEqual(['/docs/guide/api#authentication-and-permissions']);
    expect(first).toContain('<mark>hash</mark>');
    expect(toText(first)).toContain('value is shown once and stored as a hash');
    expect(toText(await search('qwxyzzyv'))).toContain('No match for “qwxyzzyv”.');
  });

  it('shows the overview for an empty search, and cuts a long one', async () => {
    const index = await read('/docs/guide');
    for (const query of ['q=', 'q=%20', 'q=a&q=b', '']) expect(await read(`/docs/guide?${query}`)).toBe(index);
    expect(listAttributes(await search('x'.repeat(300)), 'value')).toEqual(['x'.repeat(200)]);
  });

  it('shows a search as text', async () => {
    const html = await search('"><script>alert(1)</script>');
    expect(html).not.toContain('<script');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it('limits searches per client network, and no pages', async () => {
    const narrow = await findProfileApi('limited');
    const headers = { 'x-forwarded-for': createClientAddress() };
    const getStatus = async (path: string) => (await fetch(`${narrow}/docs/guide${path}`, { headers })).status;
    const statuses = [];
    for (const word of ['a', 'b', 'c', 'd']) statuses.push(await getStatus(`?q=${word}`));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect([await getStatus(''), await getStatus('/models')]).toEqual([200, 200]);
  });

  it('allows no scripts and no content of others, and follows the theme of the console', async () => {
    const { headers, text } = await anybody.get('/docs/guide/models', { cookie: 'holdfast_theme=dark' });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(text).toContain('<html lang="en" data-theme="dark">');
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
  });

  it('serves the pictures of docs', async () => {
    const [picture = ''] = readdirSync(`${DOCS}pictures`);
    const { status, headers } = await anybody.get(`/docs/guide/pictures/${picture}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('returns 404 for everything else', async () => {
    const paths = ['nope', 'api.md', 'Api', '%2e%2e%2fpackage.json', 'pictures', 'pictures/%2e%2e%2fapi.md', 'a/b'];
    for (const path of paths) {
      const answer = await anybody.get(`/docs/guide/${path}`, { accept: 'text/html' });
      expect([path, answer.status, getReason(answer)]).toEqual([path, 404, 'ROUTE_NOT_FOUND']);
    }
    for (const path of ['/docs/guide/../../package.json', '/docs/guide/pictures/../api.md'])
      expect([path, await sendRaw(path)]).toEqual([path, 404]);
  });
});

/** Sends a path as it is, which `fetch` would normalize. Returns the status. */
function sendRaw(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(world.stack.baseUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
