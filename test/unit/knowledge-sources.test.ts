import { describe, expect, it } from 'vitest';
import { createPathFilter } from '../../src/knowledge/sources/kinds/fields.ts';
import { exceedsLimits } from '../../src/knowledge/sources/removals.ts';
import { readObjectPage } from '../../src/knowledge/sources/s3-listing.ts';
import {
  getFamily,
  getSite,
  isInScope,
  isLikelyEndless,
  parseAddress,
} from '../../src/knowledge/sources/web/addresses.ts';
import { decodePage, readPage } from '../../src/knowledge/sources/web/page.ts';
import { isAllowed, readRobots } from '../../src/knowledge/sources/web/robots.ts';
import { readSitemap } from '../../src/knowledge/sources/web/sitemap.ts';

const may = (robots: string, path: string) =>
  isAllowed(readRobots(robots, 'Holdfast'), new URL(path, 'https://example.com'));

describe('documents that a listing lacks', () => {
  const policy = { removal_max_documents: 10, removal_max_percent: 10 };

  it.each([
    { missing: 0, known: 0, same: 0, decides: 'nobody' },
    { missing: 10, known: 20, same: 0, decides: 'nobody' },
    { missing: 11, known: 110, same: 0, decides: 'nobody' },
    { missing: 1000, known: 10_000, same: 0, decides: 'nobody' },
    { missing: 11, known: 109, same: 0, decides: 'a person' },
    { missing: 1001, known: 10_000, same: 0, decides: 'a person' },
    { missing: 2, known: 2, same: 0, decides: 'a person' },
    { missing: 1, known: 1000, same: 1, decides: 'a person' },
  ])('are removed by the number and the share of them: $missing of $known, $same alike: $decides', (found) => {
    expect(exceedsLimits(found, policy)).toBe(found.decides === 'a person');
  });

  it('are counted against the limits of their source', () => {
    const found = { missing: 6, known: 100, same: 0 };
    expect(exceedsLimits(found, { removal_max_documents: 5, removal_max_percent: 5 })).toBe(true);
    expect(exceedsLimits(found, { removal_max_documents: 5, removal_max_percent: 6 })).toBe(false);
    expect(exceedsLimits(found, { removal_max_documents: 0, removal_max_percent: 0 })).toBe(true);
  });
});

describe('a robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /a', '/ab', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: HoldFast/2.1\nDisallow: /x', '/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: other\nUser-agent: holdfast\nDisallow: /a', '/a', false],
    ['User-agent: holdfast\nDisallow: /a\n\nUser-agent: holdfast\nDisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/deep/x.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/deep/x.pdf?y', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a-b-b-c-d', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a%2fb', false],
    ['User-agent: *\nDisallow: /ü', '/%C3%BC', false],
    ['\uFEFFUser-agent: *\r\nDisallow: /a # not here\r\n', '/a', false],
    ['Disallow: /a', '/a', true],
  ])('with %j gives %s: %s', (robots, path, allowed) => {
    expect(may(robots, path)).toBe(allowed);
  });

  it('sets the crawl delay of its group and all its sitemaps', () => {
    const text = 'User-agent: a\nCrawl-delay: 9\nSitemap: https://x/1\nUser-agent: *\nCrawl-delay: 0.5\nSitemap: /2';
    expect(readRobots(text, 'Holdfast')).toMatchObject({ delaySeconds: 0.5, sitemaps: ['https://x/1', '/2'] });
  });

  it('is parsed fast even with hostile patterns and paths', () => {
    const pattern = `/${'*a'.repeat(2000)}$`;
    expect(may(`User-agent: *\nDisallow: ${pattern}`, `/${'a'.repeat(1900)}b`)).toBe(true);
  });
});

describe('a URL', () => {
  it('is normalized, and rejected if it cannot be fetched', () => {
    const same = [
      'https://example.com/a',
      'HTTPS://EXAMPLE.com:443/a#b',
      'https://example.com/x/../a?utm_source=y&fbclid=1',
    ];
    expect(new Set(same.map((text) => parseAddress(text)?.href))).toEqual(new Set(['https://example.com/a']));
    const none = [
      'mailto:a@example.com',
      'javascript:void(0)',
      'https://a:b@example.com/',
      'no',
      `https://example.com/${'a'.repeat(2000)}`,
    ];
    expect(none.map((text) => parseAddress(text))).toEqual(none.map(() => undefined));
  });

  it('belongs to a crawl by its site and its path', () => {
    const scope = {
      sites: new Set([getSite(new URL('https://www.example.com'))]),
      includePaths: ['/docs/'],
      excludePaths: ['/docs/old'],
    };
    const within = (text: string) => isInScope(scope, new URL(text));
    expect(within('http://example.com/docs/a')).toBe(true);
    for (const text of [
      'https://example.com/',
      'https://example.com/docs/old/a',
      'https://blog.example.com/docs/a',
      'https://example.com:8443/docs/a',
    ])
      expect(within(text), text).toBe(false);
  });

  it('in an endless series is detected by its form or its siblings', () => {
    const endless = [
      '/a/b/a/b/a/b/a',
      `/${'x/'.repeat(4)}`,
      `/?${'abcdefghi'
        .split('')
        .map((name) => `${name}=1`)
        .join('&')}`,
    ];
    for (const path of endless) expect(isLikelyEndless(new URL(path, 'https://x')), path).toBe(true);
    expect(isLikelyEndless(new URL('/2024/05/a-title?page=2', 'https://x'))).toBe(false);
    const families = ['/cal/2024/05', '/cal/1999/1', '/list?a=1', '/list?a=2', '/post/7'];
    expect(families.map((path) => getFamily(new URL(path, 'https://x'))?.name)).toEqual([
      'https://x/cal/#/#',
      'https://x/cal/#/#',
      'https://x/list?',
      'https://x/list?',
      undefined,
    ]);
  });
});

describe('a web page', () => {
  it('has a title, links and directives for robots', () => {
    const facts = readPage(
      '<title> A &amp; B\n</title><base href="/x/"><link rel="canonical" href="/c"><meta name="ROBOTS" content="NoIndex, nofollow"><meta name="holdfast" content="noarchive"><a href=1>1</a><a rel="ugc NOFOLLOW" href=2>2</a><area href="3"><a>4</a>',
      'Holdfast',
    );
    expect(facts).toMatchObject({ title: 'A & B', base: '/x/', canonical: '/c', links: ['1', '3'] });
    expect(facts.robots).toEqual(['noindex', 'nofollow', 'noarchive']);
  });

  it('is unchanged as long as its text is', () => {
    const digest = (html: string) => readPage(html, 'Holdfast').sha256.toString('hex');
    expect(digest('<p nonce=1>Text  here</p><script>a()</script>')).toBe(
      digest('<p nonce=2>Text here</p><script>b()</script>'),
    );
    expect(digest('<p>Text</p>')).not.toBe(digest('<p>Texts</p>'));
  });

  it('has the template of another one if only numbers and addresses in its text differ', () => {
    const digest = (html: string) => readPage(html, 'Holdfast').templateSha256.toString('hex');
    expect(digest('<p>No page /a1 at 10:00:00.</p><p>Request 7f3a</p>')).toBe(
      digest('<p>No page /holdfast/b at 11:30:59.</p><p>Request 9</p>'),
    );
    expect(digest('<p>Room 7 is open.</p>')).not.toBe(digest('<p>Room 7 is closed.</p>'));
  });

  it('is parsed however it is structured', () => {
    const deep = `${'<div>'.repeat(100_000)}<a href="/x">x</a>`;
    const wide = `<p ${Array.from({ length: 100_000 }, (_, number) => `a${number}=1`).join(' ')}><a href="/x">x</a>`;
    const closed = '<div>'.repeat(50_000) + '</b>'.repeat(50_000);
    for (const html of [closed, wide, '<'.repeat(1_000_000), '<!doctype'.repeat(10_000)]) readPage(html, 'Holdfast');
    expect(readPage(deep, 'Holdfast').links).toEqual(['/x']);
  });

  it('is decoded as its server declares', () => {
    expect(decodePage(Buffer.from('ü', 'latin1'), 'text/html; charset="iso-8859-1"')).toEqual({
      text: 'ü',
      isUtf8: false,
    });
    expect(decodePage(Buffer.from('ü'), 'text/html; charset=nonsense')).toEqual({ text: 'ü', isUtf8: true });
  });
});

describe('a sitemap', () => {
  it('lists pages, not images, and expands no entities of its document type', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const xml = `${bomb}<urlset><url><loc> https://x/a?b=1&amp;c=2 </loc><image:image><image:loc>https://x/p.png</image:loc></image:image></url><url><loc>https://x/&b;</loc></url></urlset>`;
    expect(await readSitemap(Buffer.from(xml))).toEqual({ pages: ['https://x/a?b=1&c=2', 'https://x/&b;'], maps: [] });
    expect(await readSitemap(Buffer.from('https://x/1\nnot this\nhttps://x/2'))).toEqual({
      pages: ['https://x/1', 'https://x/2'],
      maps: [],
    });
  });
});

describe('path patterns', () => {
  it.each([
    [[], 'a/b.md', true],
    [['*.md'], 'b.md', true],
    [['*.md'], 'a/b.md', false],
    [['**/*.md'], 'b.md', true],
    [['docs/**'], 'docs/a/b.md', true],
    [['docs/**/x.md'], 'docs/x.md', true],
    [['docs/?.md'], 'docs/ab.md', false],
    [['**', '!**/old/**'], 'a/old/b.md', false],
    [['!*.tmp'], 'a.md', true],
    [['**/**/**/**/**/**/**/**/x'], `${'a/'.repeat(300)}y`, false],
  ] as [string[], string, boolean][])('like %j match %s: %s', (patterns, path, taken) => {
    expect(createPathFilter(patterns)(path)).toBe(taken);
  });
});

describe('a bucket listing', () => {
  it('is parsed with unmodified keys and its continuation token', () => {
    const object = (key: string) =>
      `<Contents><Key>${key}</Key><ETag>&quot;1&quot;</ETag><Owner><ID>x</ID></Owner></Contents>`;
    const page = (rest: string) =>
      readObjectPage(`<?xml version="1.0"?><ListBucketResult xmlns="x">${rest}</ListBucketResult>`);
    const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>t&amp;u</NextContinuationToken>';
    expect(page(`<EncodingType>url</EncodingType>${object('a+b%26.txt')}${next}`)).toEqual({
      objects: [{ key: 'a b&.txt', etag: '"1"' }],
      next: 't&u',
    });
    expect(page(object('a+b.txt'))).toEqual({ objects: [{ key: 'a+b.txt', etag: '"1"' }], next: null });
    expect(readObjectPage('<html>hello</html>')).toBeUndefined();
  });
});
