import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { findAddressProblem, PATHS_FIELD, USERNAME_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for a folder of a WebDAV server, such as Nextcloud. */
export const webdavKind: SourceKind = {
  name: 'webdav',
  fields: {
    folder_url: {
      schema: Type.String({ minLength: 1, maxLength: 1000, description: 'HTTP or HTTPS URL of the folder.' }),
      address: true,
      receivesSecret: true,
    },
    username: { ...USERNAME_FIELD, initial: '' },
    ...PATHS_FIELD,
  },
  secret: 'optional',
  check({ folder_url }) {
    const problem = findAddressProblem(String(folder_url));
    if (problem !== undefined) throw errors.invalid(['config', 'folder_url'], problem);
  },
};

/** Configuration of a WebDAV source. */
export interface WebdavConfig {
  readonly folder_url: string;
  readonly username: string;
  readonly paths: readonly string[];
}
