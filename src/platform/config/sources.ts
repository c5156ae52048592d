import { isAbsolute, normalize } from 'node:path';
import { isId } from '../ids.ts';
import { integer, list } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** A folder that knowledge sources may read. */
export interface KnowledgeFolder {
  readonly path: string;
  /** The only organization that may use it; undefined for every organization. */
  readonly orgId: string | undefined;
}

/** Settings of knowledge sources. */
export const SOURCES = {
  knowledgeFolders: defineSetting<readonly KnowledgeFolder[]>(
    'KNOWLEDGE_FOLDERS',
    '',
    'folders on worker machines that `folder` sources may read, comma-separated; `org_id=path` limits one to an organization; default: none',
    list((part, reject) => {
      const [, orgId, path = ''] = /^(?:([0-9a-f-]{36})=)?(.*)$/i.exec(part) ?? [];
      if (!isAbsolute(path) || (orgId !== undefined && !isId(orgId)))
        return reject('must be absolute paths, comma-separated, each optionally prefixed with `org_id=`');
      return { path: normalize(path), orgId: orgId?.toLowerCase() };
    }),
  ),
  crawlDelayMs: defineSetting(
    'CRAWL_DELAY_MS',
    '1000',
    'minimum milliseconds between two requests of crawls to one site, unless the site requires more',
    integer(0, 600_000),
  ),
  crawlTimeoutMs: defineSetting(
    'CRAWL_TIMEOUT_MS',
    '60000',
    'timeout of one crawled page in milliseconds; a crawl retries twice',
    integer(100, 600_000),
  ),
};
