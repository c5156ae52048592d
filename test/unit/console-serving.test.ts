import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveConsole } from '../../api/plugins/console.ts';
import { renderErrors } from '../../api/plugins/errors.ts';

const SCRIPT = 'export const answer = 42;';
const INDEX = `<!doctype html><meta name="csp-nonce" nonce="__CSP_NONCE__"><meta property="changes-position" content=""><meta property="try-out" content=""><script>paint()</script><script type="module" src="/assets/index-A1b2C3d4.js"></script>`;

let folder: string;
let build: string;
let app: FastifyInstance;
/** Position of the change log; undefined while the database does not respond. */
let position: { xid: string; seconds: number } | undefined;

/** Serves a build as a newly started process. */
async function serve(): Promise<FastifyInstance> {
  const served = fastify();
  const warned = (details: object) => {
    throw new Error(JSON.stringify(details));
  };
  const ctx = {
    config: { dataDir: join(folder, 'data') },
    log: { warn: warned },
    changes: { position: async () => position },
  } as never;
  renderErrors(served, ctx);
  await serveConsole(served, ctx, build);
  served.get('/api/v1/whoami', async () => ({ kind: 'nobody' }));
  return served;
}

function writeBuild(script: string): void {
  const assets = join(build, 'assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(build, 'index.html'), INDEX);
  writeFileSync(join(build, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(assets, script), SCRIPT);
  writeFileSync(join(assets, `${script}.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(assets, `${script}.gz`), gzipSync(SCRIPT));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-console-'));
  build = join(folder, 'dist');
  writeBuild('index-A1b2C3d4.js');
  app = await serve();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = HTML) => app.inject({ method: 'GET', url, headers });

describe('the index page of the console', () => {
  it('is the response to every address outside the API, and is revalidated each time', async () => {
    for (const url of [
      '/',
      '/runs?status=failed',
      '/approvals/1b4e28ba-2fa1-11d2-883f-0016d3cca427',
      '/skills/a/files/SKILL.md',
    ]) {
      const { statusCode, headers, body } = await get(url);
      expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(body).toContain('/assets/index-A1b2C3d4.js');
    }
    expect((await get('/runs', {})).statusCode).toBe(200);
  });

  it('is never the response to an API path, another method, or a request for JSON or a file', async () => {
    const paths = [
      '/api',
      '/api/v1/nothing',
      '/auth/nothing',
      '/public/x',
      '/identity/x',
      '/hooks/x',
      '/-/x',
      '/docs/x',
    ];
    const missing = [...paths, '/.well-known/x', '/assets/x.js', '/assets/'].map((url) => get(url));
    const unwanted = [
      get('/runs', { accept: 'application/json' }),
      get('/app.php', { accept: '*/*' }),
      get('/none.svg'),
    ];
    const posted = ['POST', 'PUT', 'DELETE'].map((method) => app.inject({ method: method as 'POST', url: '/runs' }));
    for (const answer of await Promise.all([...missing, ...unwanted, ...posted])) {
      expect([answer.statusCode, answer.json().detail.reason]).toEqual([404, 'ROUTE_NOT_FOUND']);
    }
    expect((await get('/api/v1/whoami')).json()).toEqual({ kind: 'nobody' });
  });

  it('runs only scripts of the build, with a nonce per response', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'; script-src 'self' 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(second.body).not.toContain(`nonce="${nonce}"`);
  });

  it('carries the position of the change log from before any read of the page, or nothing', async () => {
    expect((await get('/')).body).toContain('property="changes-position" content=""');
    position = { xid: '742', seconds: 1_790_000_000 };
    expect((await get('/')).body).toContain('property="changes-position" content="742-1790000000"');
  });

  it('says only in a local try-out that it is one', async () => {
    expect((await get('/')).body).toContain('property="try-out" content=""');
    vi.stubEnv('HOLDFAST_TRY_OUT', '1');
    vi.stubEnv('HOLDFAST_SUPERVISED', '1');
    expect((await get('/')).body).toContain('property="try-out" content="true"');
    vi.unstubAllEnvs();
  });
});

describe('an asset of the console', () => {
  it('is compressed as the browser accepts it, and cacheable forever', async () => {
    const asset = '/assets/index-A1b2C3d4.js';
    const [brotli, gzip, plain] = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((accept) => get(asset, { 'accept-encoding': accept })),
    );
    expect(brotliDecompressSync(brotli?.rawPayload ?? Buffer.of()).toString()).toBe(SCRIPT);
    expect(gzip?.headers['content-encoding']).toBe('gzip');
    expect(plain?.body).toBe(SCRIPT);
    for (const answer of [brotli, gzip, plain]) {
      expect(answer?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer?.headers['content-type']).toMatch(/javascript/);
    }
    expect((await get('/icon.svg', { accept: 'image/*' })).headers['content-type']).toBe('image/svg+xml');
  });

  it('of an earlier build remains available after the next one, and is deleted when unused for long', async () => {
    renameSync(build, join(folder, 'gone'));
    writeBuild('index-Z9y8X7w6.js');
    const next = await serve();
    const [old, fresh] = await Promise.all(
      ['/assets/index-A1b2C3d4.js', '/assets/index-Z9y8X7w6.js'].map((url) => next.inject(url)),
    );
    expect([old?.body, fresh?.body]).toEqual([SCRIPT, SCRIPT]);
    const kept = join(folder, 'data/console/assets');
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    for (const name of readdirSync(kept)) if (name.includes('A1b2C3d4')) utimesSync(join(kept, name), longAgo, longAgo);
    const later = await serve();
    expect((await later.inject('/assets/index-A1b2C3d4.js')).statusCode).toBe(404);
    expect(readdirSync(kept).filter((name) => name.includes('Z9y8X7w6'))).toHaveLength(3);
    await Promise.all([next.close(), later.close()]);
  });
});

it('a machine without a build shows a page with the build command', async () => {
  const empty = fastify();
  const ctx = { config: { dataDir: join(folder, 'empty') }, changes: { position: async () => undefined } } as never;
  renderErrors(empty, ctx);
  await serveConsole(empty, ctx, join(folder, 'nowhere'));
  const answer = await empty.inject({ url: '/runs', headers: HTML });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('npm run console:build');
  await empty.close();
});
