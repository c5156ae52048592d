import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { errors } from '../../src/platform/errors.ts';
import { parseJson } from '../../src/platform/json.ts';
import { getPageLocale, type PageLocale } from '../../src/platform/pages/locale.ts';
import { html, type Page, renderPage } from '../../src/platform/pages/page.ts';
import { agentShares } from '../../src/shares/kinds/agent.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import { taskShares } from '../../src/shares/kinds/task.ts';
import { countView, findLiveShare } from '../../src/shares/queries.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../identity/forms.ts';
import { type Operation, operation } from '../operation.ts';
import { FILE_RESPONSES, FileQuery, sendNamedFile } from '../plugins/files.ts';

/** Media types of a page, the default first. */
const MEDIA_TYPES = ['text/html', 'application/json', 'application/yaml', 'application/x-yaml', 'text/yaml'];

function read(kind: ShareKind, word: string): Operation {
  return operation(
    {
      id: `${kind.page}.read`,
      method: 'GET',
      path: `/public/${kind.page}/{short_id}` as const,
      tag: 'Shares',
      summary: `Get a shared ${word} as HTML, JSON or YAML`,
      description:
        'The Accept header selects the format. An unknown, expired or deactivated link returns 404. Search engines may not index the page unless the share allows it.',
      auth: { permission: 'public', rateLimit: 'share' },
      response: { schemas: { 200: 'text/html or application/json or application/yaml' } },
    },
    async ({ ctx, params, request, reply }) => {
      const share = await findLiveShare(ctx.db, kind.type, params.short_id);
      const shared = share && (await kind.load(ctx, share));
      if (!shared) {
        if (acceptsPage(request)) return sendPage(reply, renderUnknownShare(getPageLocale(request)), 404);
        throw errors.notFound(kind.page, params.short_id);
      }
      await runBestEffort(ctx.log, 'count a view of a share', () => countView(ctx.db, share.id));
      const address = `${ctx.config.publicUrl}/public/${kind.page}/${encodeURIComponent(share.short_id)}`;
      const files = shared.run?.files.map(({ name, media_type, size }) => ({
        name,
        media_type,
        size,
        url: `${address}/file/${encodeURIComponent(name)}`,
      }));
      const { title, description, indexed, created, expires_at } = share;
      const run = shared.run && { ...shared.run, files: files ?? [] };
      if (!indexed) reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('referrer-policy', 'no-referrer');
      const about = { kind: kind.type, title, description, ...shared, run, created, expires_at };
      return sendNegotiated(request, reply, about, indexed);
    },
  );
}

type PublicShare = Parameters<typeof import('../../src/shares/page.ts').renderSharePage>[1] extends infer P
  ? Omit<P, 'indexed'> & { readonly kind: string; readonly created: Date; readonly expires_at: Date | null }
  : never;

/** Whether the client names HTML as a type that it reads, as browsers do. */
const acceptsPage = (request: FastifyRequest) => new Negotiator(request.raw).mediaTypes().includes('text/html');

function renderUnknownShare(locale: PageLocale): Page {
  return renderPage(locale, locale.messages.badShare, html`<p>${locale.messages.badShareHint}</p>`);
}

/** Sends a share in the media type of the Accept header. */
async function sendNegotiated(request: FastifyRequest, reply: FastifyReply, about: PublicShare, indexed: boolean) {
  reply.header('vary', 'accept, accept-language, cookie');
  const form = new Negotiator(request.raw).mediaType(MEDIA_TYPES) ?? 'text/html';
  if (form === 'text/html') {
    const { PAGE_HEADERS, renderSharePage: toPage } = await import('../../src/shares/page.ts');
    const page = await toPage(getPageLocale(request), { ...about, indexed });
    return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  }
  const json = JSON.stringify(about, null, 2);
  if (form === 'application/json') return reply.type('application/json; charset=utf-8').send(json);
  const { stringify } = await import('yaml');
  const yaml = stringify(parseJson(json), { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  return reply.type('application/yaml; charset=utf-8').send(yaml);
}

const file = operation(
  {
    id: 'task_share.file',
    method: 'GET',
    path: '/public/task_share/{short_id}/file/{file_name}',
    tag: 'Shares',
    summary: 'Download a file of a shared run',
    auth: { permission: 'public', rateLimit: 'share' },
    request: { query: FileQuery },
    response: { schemas: FILE_RESPONSES },
  },
  async ({ ctx, params, query, request, reply }) => {
    const share = await getFileRun(ctx, params.short_id);
    reply.header('x-robots-tag', 'noindex, nofollow');
    return sendNamedFile(ctx, request, reply, share, params.file_name, query);
  },
);

/** Returns the run whose files a link shows. */
async function getFileRun(ctx: ApiContext, shortId: string): Promise<string> {
  const share = await findLiveShare(ctx.db, taskShares.type, shortId);
  const shown = share && (await taskShares.load(ctx, share));
  if (!shown || share.run_id === null) throw errors.notFound(taskShares.page, shortId);
  return share.run_id;
}

export const PUBLIC_SHARE_OPERATIONS: readonly Operation[] = [
  read(taskShares, 'task'),
  read(agentShares, 'agent'),
  file,
];
