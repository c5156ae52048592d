import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { findAddressProblem } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for the pages that a Notion integration may read. */
export const notionKind: SourceKind = {
  name: 'notion',
  fields: {
    api_url: {
      schema: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'URL of the API. Default: the public API of Notion.',
      }),
      initial: 'https://api.notion.com',
      address: true,
      receivesSecret: true,
    },
  },
  secret: 'needed',
  check({ api_url }) {
    const problem = findAddressProblem(String(api_url));
    if (problem !== undefined) throw errors.invalid(['config', 'api_url'], problem);
  },
};

/** Configuration of a Notion source. */
export interface NotionConfig {
  readonly api_url: string;
}
