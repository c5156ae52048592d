import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { findAddressProblem, PERMISSIONS_FIELD, type SourcePermissions, USERNAME_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for the pages of Confluence Cloud, and their attachments and comments. */
export const confluenceKind: SourceKind = {
  name: 'confluence',
  fields: {
    site_url: {
      schema: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'URL of the site with its context path, such as `https://example.atlassian.net/wiki`.',
      }),
      address: true,
      receivesSecret: true,
    },
    username: { ...USERNAME_FIELD, initial: '' },
    space_keys: {
      schema: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 250,
        uniqueItems: true,
        description: 'Keys of the spaces whose pages become documents. Empty for all spaces.',
      }),
      initial: [],
    },
    attachments: {
      schema: Type.Boolean({
        description: 'Whether files attached to pages become documents, except images. Default false.',
      }),
      initial: false,
    },
    comments: {
      schema: Type.Boolean({
        description:
          'Whether the document of a page contains its comments. If true, each sync reads every page. Default false.',
      }),
      initial: false,
    },
    permissions: PERMISSIONS_FIELD,
  },
  secret: 'needed',
  check({ site_url }) {
    const problem = findAddressProblem(String(site_url));
    if (problem !== undefined) throw errors.invalid(['config', 'site_url'], problem);
  },
};

/** Configuration of a Confluence source. */
export interface ConfluenceConfig {
  readonly site_url: string;
  readonly username: string;
  readonly space_keys: readonly string[];
  readonly attachments: boolean;
  readonly comments: boolean;
  readonly permissions: SourcePermissions;
}
