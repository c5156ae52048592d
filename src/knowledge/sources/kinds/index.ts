import type { SourceKindName } from '../contract.ts';
import { folderKind } from './folder.ts';
import { gitKind } from './git.ts';
import type { SourceKind } from './kind.ts';
import { s3Kind } from './s3.ts';
import { webKind } from './web.ts';

/** Every kind of source. */
export const KINDS_OF_SOURCES: Readonly<Record<SourceKindName, SourceKind>> = {
  web: webKind,
  s3: s3Kind,
  git: gitKind,
  folder: folderKind,
};
