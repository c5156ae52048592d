import { isAbsolute, normalize, sep } from 'node:path';
import Type from 'typebox';
import type { KnowledgeFolder } from '../../../platform/config/sources.ts';
import { errors } from '../../../platform/errors.ts';
import { patternFor, patternProblems } from '../../../platform/patterns.ts';
import type { SourceKind } from './kind.ts';
import { PATHS } from './paths.ts';

/** Files of a folder on the machines of the workers. */
export const folderKind: SourceKind = {
  name: 'folder',
  fields: {
    folder: {
      schema: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: patternFor(patternProblems.invalid_folder, '^[^\\x00]+$'),
        description: 'absolute path, within a folder that KNOWLEDGE_FOLDERS opens to the organization',
      }),
    },
    ...PATHS,
  },
  secret: 'none',
  check({ folder }, { settings, orgId }) {
    if (rootOf(String(folder), settings.knowledgeFolders, orgId) !== undefined) return;
    throw errors.invalid(
      ['config', 'folder'],
      'is in none of the folders that the setting KNOWLEDGE_FOLDERS opens to this organization; whoever runs the installation names it there',
    );
  },
};

/** What is said of a folder. */
export interface FolderConfig {
  readonly folder: string;
  readonly paths: readonly string[];
}

/** The opened folder that a path is in; undefined where it is in none. */
export function rootOf(path: string, opened: readonly KnowledgeFolder[], orgId: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  return opened.find((folder) => (folder.orgId ?? orgId) === orgId && isInside(folder.path, path))?.path;
}

/** Whether a path is a folder or within it. */
export function isInside(folder: string, path: string): boolean {
  const [outer, inner] = [normalize(`${folder}${sep}`), normalize(`${path}${sep}`)];
  return inner.startsWith(outer);
}
