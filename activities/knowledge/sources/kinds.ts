import type { SourceKindName } from '../../../src/knowledge/sources/contract.ts';
import { confluenceSource } from './confluence.ts';
import { folderSource } from './folder.ts';
import { gitSource } from './git.ts';
import { imapSource } from './imap.ts';
import type { SourceVisitor } from './kind.ts';
import { notionSource } from './notion.ts';
import { postgresSource } from './postgres.ts';
import { s3Source } from './s3.ts';
import { webSource } from './web.ts';
import { webdavSource } from './webdav.ts';

/** Visitors by kind of source. */
export const SOURCE_VISITORS: Readonly<Record<SourceKindName, SourceVisitor>> = {
  web: webSource,
  s3: s3Source,
  git: gitSource,
  folder: folderSource,
  webdav: webdavSource,
  imap: imapSource,
  postgres: postgresSource,
  confluence: confluenceSource,
  notion: notionSource,
};
