import { isAbsolute, normalize } from 'node:path';
import { isId } from '../ids.ts';
import { integer, list } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** A folder that sources may be made of. */
export interface KnowledgeFolder {
  readonly path: string;
  /** The only organization that may; undefined where every one may. */
  readonly orgId: string | undefined;
}

/** Sources of documents. */
export const SOURCES = {
  knowledgeFolders: defineSetting<readonly KnowledgeFolder[]>(
    'KNOWLEDGE_FOLDERS',
    '',
    'folders on the machines of the workers that sources of the kind `folder` may read, comma-separated, each for every organization, or as `org_id=path` for one; none by default',
    list((part, reject) => {
      const [, orgId, path = ''] = /^(?:([0-9a-f-]{36})=)?(.*)$/i.exec(part) ?? [];
      if (!isAbsolute(path) || (orgId !== undefined && !isId(orgId)))
        return reject('must be absolute paths, comma-separated, each with `org_id=` before it or not');
      return { path: normalize(path), orgId: orgId?.toLowerCase() };
    }),
  ),
  crawlDelayMs: defineSetting(
    'CRAWL_DELAY_MS',
    '1000',
    'milliseconds between two visits of a crawl to one site, whoever has it crawled, where the site asks for no more',
    integer(0, 600_000),
  ),
  crawlTimeoutMs: defineSetting(
    'CRAWL_TIMEOUT_MS',
    '60000',
    'milliseconds that an address may take to be read by a crawl, which tries twice more before it says so',
    integer(100, 600_000),
  ),
};
