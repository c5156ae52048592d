import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { archiveAssets, getAssetArchive } from '../../src/platform/console/asset-archive.ts';
import { CONSOLE_BUILD } from '../../src/platform/console/build.ts';
import { isTryOutProcess } from '../../src/platform/local/try-out.ts';
import { getPageLocale } from '../../src/platform/pages/locale.ts';
import { html, renderPage } from '../../src/platform/pages/page.ts';
import { formatPosition } from '../../src/runs/change-feed.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { createRouteErrors } from './route-errors.ts';

/** Paths of the API and its pages, and well-known paths. Missing ones return the API's 404. */
const RESERVED_PATHS = /^\/(?:api|v1|mcp|auth|public|identity|hooks|-|docs|assets|\.well-known)(?:\/|$)/;
/** Files next to the index, such as the icon and the script that sets the theme before the first paint. */
const ROOT_FILE = /^\/[\w-]+\.(?:svg|png|ico|js|txt|webmanifest)$/;
/** File extension in a path. Browsers that navigate to a page send an Accept header instead. */
const FILE_EXTENSION = /\.[a-z\d]{1,11}$/i;
/** Asset names contain a digest of their content. */
const ASSET_NAME = /^[\w.-]+-[\w-]{8,}\.[a-z\d]+$/;
/** Placeholder in the index for the nonce that allows the page's own style elements. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Placeholder in the index for the change-log position from which the page follows a project. */
const POSITION_META = 'property="changes-position" content="';
/** Placeholder in the index for whether the product runs for trying it out. */
const TRY_OUT_META = 'property="try-out" content="';

const YEAR_MS = 31_536_000_000;
const HOUR_MS = 3_600_000;

function renderNotBuiltPage(request: FastifyRequest) {
  const locale = getPageLocale(request);
  const { messages } = locale;
  return renderPage(
    locale,
    messages.notBuilt,
    html`<p>${messages.notBuiltHint}</p><p><code>npm run console:build</code></p>
      <p class="soft">${messages.notBuiltThen} <a href="/docs">${messages.reference}</a> ${messages.referenceHint}</p>`,
  );
}

/** Serves the console at `/`: its assets, and its index for every path outside the API. */
export async function serveConsole(app: FastifyInstance, ctx: ApiContext, build = CONSOLE_BUILD): Promise<void> {
  const assetDir = getAssetArchive(ctx.config.dataDir);
  const buildAssets = join(build, 'assets');
  const toRouteError = createRouteErrors(app);
  await app.register(files, { serve: false, preCompressed: true });
  if (await isFile(join(build, 'index.html')))
    await runBestEffort(ctx.log, 'cache the assets of the console', () => archiveAssets(build, assetDir));
  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!ASSET_NAME.test(name)) throw requestErrors.routeNotFound();
    const root = (await isFile(join(buildAssets, name))) ? buildAssets : assetDir;
    if (root === assetDir && !(await isFile(join(assetDir, name)))) throw requestErrors.routeNotFound();
    return reply.sendFile(name, root, { immutable: true, maxAge: YEAR_MS });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [path = '/'] = request.url.split('?');
    if (!isConsoleRequest(request, path)) throw toRouteError(request);
    if (!ROOT_FILE.test(path)) return sendIndex({ request, reply, ctx, build });
    if (!(await isFile(join(build, path)))) throw requestErrors.routeNotFound();
    return reply.sendFile(path.slice(1), build, { maxAge: HOUR_MS });
  });
}

/** Whether a request without a route is for the console: a page in a browser, or a file next to the index. */
function isConsoleRequest(request: FastifyRequest, path: string): boolean {
  if (!['GET', 'HEAD'].includes(request.method) || RESERVED_PATHS.test(path)) return false;
  if (ROOT_FILE.test(path) || request.headers.accept?.includes('text/html')) return true;
  return !FILE_EXTENSION.test(path) && new Negotiator(request.raw).mediaTypes(['text/html']).length > 0;
}

interface IndexRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ctx: ApiContext;
  readonly build: string;
}

/** Sends the index with a nonce per response. */
async function sendIndex({ request, reply, ctx, build }: IndexRequest): Promise<FastifyReply> {
  const [text, position] = await Promise.all([
    readFile(join(build, 'index.html'), 'utf8').catch(() => undefined),
    ctx.changes.position(),
  ]);
  if (text === undefined) {
    const { headers, html: body } = renderNotBuiltPage(request);
    return reply.code(503).headers(headers).send(body);
  }
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': createContentSecurityPolicy(text, nonce),
      'cache-control': 'no-cache',
    })
    .send(
      text
        .replaceAll(NONCE_PLACEHOLDER, nonce)
        .replace(POSITION_META, POSITION_META + (position ? formatPosition(position) : ''))
        .replace(TRY_OUT_META, TRY_OUT_META + (isTryOutProcess() ? 'true' : '')),
    );
}

/** Content security policy that allows the console's own files and the inline scripts of the built index. */
function createContentSecurityPolicy(index: string, nonce: string): string {
  const inline = [...index.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
