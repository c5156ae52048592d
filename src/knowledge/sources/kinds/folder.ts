import { isAbsolute, normalize, sep } from 'node:path';
import Type from 'typebox';
import type { KnowledgeFolder } from '../../../platform/config/sources.ts';
import { errors } from '../../../platform/errors.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { sourceProblems } from '../../problems.ts';
import { PATHS_FIELD, PERMISSIONS_FIELD, type SourcePermissions } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for a folder on the machines of the workers. */
export const folderKind: SourceKind = {
  name: 'folder',
  fields: {
    folder: {
      schema: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: definePattern(patternProblems.invalid_folder, '^[^\\x00]+$'),
        description: 'Absolute path within a folder that KNOWLEDGE_FOLDERS allows for the organization.',
      }),
    },
    ...PATHS_FIELD,
    permissions: PERMISSIONS_FIELD,
  },
  secret: 'none',
  check({ folder }, { settings, orgId }) {
    if (findAllowedRoot(String(folder), settings.knowledgeFolders, orgId) !== undefined) return;
    throw errors.invalid(['config', 'folder'], sourceProblems.source_folder_not_allowed);
  },
};

/** Configuration of a folder source. */
export interface FolderConfig {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly permissions: SourcePermissions;
}

/** Returns the allowed folder that contains a path, undefined if there is none. */
export function findAllowedRoot(path: string, allowed: readonly KnowledgeFolder[], orgId: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  return allowed.find((folder) => (folder.orgId ?? orgId) === orgId && isInside(folder.path, path))?.path;
}

/** Whether a path is a folder or is inside it. */
export function isInside(folder: string, path: string): boolean {
  const [outer, inner] = [normalize(`${folder}${sep}`), normalize(`${path}${sep}`)];
  return inner.startsWith(outer);
}
