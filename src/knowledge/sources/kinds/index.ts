import { toUrlOrigin } from '../../../platform/http/url-origin.ts';
import type { SourceKindName } from '../contract.ts';
import type { SourceConfig } from '../tables.ts';
import { confluenceKind } from './confluence.ts';
import { folderKind } from './folder.ts';
import { gitKind } from './git.ts';
import { imapKind } from './imap.ts';
import type { SourceKind } from './kind.ts';
import { notionKind } from './notion.ts';
import { postgresKind } from './postgres.ts';
import { s3Kind } from './s3.ts';
import { webKind } from './web.ts';
import { webdavKind } from './webdav.ts';

/** Hides paths and queries of addresses from callers who may not edit the source. */
export function hidePaths(kind: SourceKindName, config: SourceConfig): SourceConfig {
  const { fields } = SOURCE_KIND_DEFINITIONS[kind];
  const hideValue = (name: string, value: unknown) => {
    if (!fields[name]?.address) return value;
    return Array.isArray(value) ? value.map((item) => toUrlOrigin(String(item))) : toUrlOrigin(String(value));
  };
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, hideValue(name, value)]));
}

/** Every kind of source. */
export const SOURCE_KIND_DEFINITIONS: Readonly<Record<SourceKindName, SourceKind>> = {
  web: webKind,
  s3: s3Kind,
  git: gitKind,
  folder: folderKind,
  webdav: webdavKind,
  imap: imapKind,
  postgres: postgresKind,
  confluence: confluenceKind,
  notion: notionKind,
};
