import Type from 'typebox';
import { escapeHtml } from '../../../../src/platform/mail/templates.ts';
import type { SyncContext } from '../kind.ts';
import { createListReader, readAll } from './api.ts';

const readComments = createListReader(
  Type.Object({
    id: Type.String({ pattern: '^\\d{1,30}$' }),
    status: Type.String(),
    body: Type.Optional(Type.Object({ storage: Type.Optional(Type.Object({ value: Type.String() })) })),
  }),
);

/** Comments below a page, and those on parts of its text. */
const KINDS = ['footer-comments', 'inline-comments'] as const;
const COMMENTS_PER_REQUEST = 100;
/** Maximum number of comments with the same parent. */
const MAX_COMMENTS = 5000;
/** Maximum depth of replies. */
const MAX_DEPTH = 20;

/** Returns the comments of a page as HTML, each before its replies. Empty without comments. */
export async function readCommentsHtml(work: SyncContext, pageId: string): Promise<string> {
  const texts: string[] = [];
  for (const kind of KINDS) await readBelow(work, { kind, path: `/api/v2/pages/${pageId}/${kind}`, depth: 1 }, texts);
  return texts.length === 0 ? '' : `<h2>Comments</h2>${texts.map((text) => `<div>${text}</div>`).join('')}`;
}

async function readBelow(
  work: SyncContext,
  { kind, path, depth }: { readonly kind: (typeof KINDS)[number]; readonly path: string; readonly depth: number },
  texts: string[],
): Promise<void> {
  const query = { 'body-format': 'storage', limit: COMMENTS_PER_REQUEST };
  const options = { read: readComments, query, max: MAX_COMMENTS, isOptional: true };
  for (const { id, status, body } of await readAll(work, path, options)) {
    if (status !== 'current') continue;
    texts.push(toHtml(body?.storage?.value ?? ''));
    if (depth < MAX_DEPTH)
      await readBelow(work, { kind, path: `/api/v2/${kind}/${id}/children`, depth: depth + 1 }, texts);
  }
}

/** Converts the storage format. Its CDATA sections, such as code, are comments in HTML. */
const toHtml = (storage: string) => storage.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string) => escapeHtml(text));
