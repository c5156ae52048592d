import type { DeclaredTool } from '../declaration.ts';
import type { IntegrationKind } from './kind.ts';
import { count, defineArguments, text } from './schema.ts';

const HEADERS = [{ name: 'notion-version', value: '2026-03-11' }];
const page = { page_size: count('entries a page', 100), cursor: text('from the page before') };
const paging = { by: 'cursor', argument: 'cursor', at: ['next_cursor'] } as const;
const PAGE_QUERY = [
  { name: 'page_size', argument: 'page_size' },
  { name: 'start_cursor', argument: 'cursor' },
];
const page_id = text('id of the page');
const RICH = { type: 'text', text: { content: { $argument: 'text' } } };
const PARAGRAPH = { object: 'block', type: 'paragraph', paragraph: { rich_text: [RICH] } };
const words = text('plain text of a paragraph', { maxLength: 2000 });

const READING: readonly DeclaredTool[] = [
  {
    id: 'search',
    name: 'search',
    description: 'Finds pages and data sources in Notion by words of their titles, last changed first.',
    parameters: defineArguments({}, { query: text('words of the title; default: all pages'), ...page }),
    sideEffects: false,
    request: {
      method: 'POST',
      path: '/v1/search',
      headers: HEADERS,
      body: {
        type: 'json',
        from: { properties: { query: 'query', page_size: 'page_size', start_cursor: 'cursor' } },
      },
    },
    paging,
  },
  {
    id: 'get_page',
    name: 'get_page',
    description: 'Reads the properties of a Notion page. Its content is in its blocks.',
    parameters: defineArguments({ page_id }),
    sideEffects: false,
    request: { method: 'GET', path: '/v1/pages/{page_id}', headers: HEADERS },
  },
  {
    id: 'read_blocks',
    name: 'read_blocks',
    description: 'Reads the content of a Notion page or of one of its blocks.',
    parameters: defineArguments({ block_id: text('id of the page or block') }, page),
    sideEffects: false,
    request: { method: 'GET', path: '/v1/blocks/{block_id}/children', query: PAGE_QUERY, headers: HEADERS },
    paging,
  },
  {
    id: 'query_data_source',
    name: 'query_data_source',
    description: 'Lists the entries of a Notion data source.',
    parameters: defineArguments(
      { data_source_id: text('id of the data source') },
      { filter: { type: 'object', description: "filter in Notion's format" }, ...page },
    ),
    sideEffects: false,
    request: {
      method: 'POST',
      path: '/v1/data_sources/{data_source_id}/query',
      headers: HEADERS,
      body: {
        type: 'json',
        from: { properties: { filter: 'filter', page_size: 'page_size', start_cursor: 'cursor' } },
      },
    },
    paging,
  },
];

const WRITING: readonly DeclaredTool[] = [
  {
    id: 'create_page',
    name: 'create_page',
    description: 'Creates a Notion page below another one, with a first paragraph.',
    parameters: defineArguments({ parent_page_id: text('id of the parent page'), title: text('title'), text: words }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: '/v1/pages',
      headers: HEADERS,
      body: {
        type: 'json',
        from: {
          template: {
            parent: { page_id: { $argument: 'parent_page_id' } },
            properties: { title: { title: [{ text: { content: { $argument: 'title' } } }] } },
            children: [PARAGRAPH],
          },
        },
      },
    },
  },
  {
    id: 'append_paragraph',
    name: 'append_paragraph',
    description: 'Adds a paragraph at the end of a Notion page or block.',
    parameters: defineArguments({ block_id: text('id of the page or block'), text: words }),
    sideEffects: true,
    request: {
      method: 'PATCH',
      path: '/v1/blocks/{block_id}/children',
      headers: HEADERS,
      body: { type: 'json', from: { template: { children: [PARAGRAPH] } } },
    },
  },
  {
    id: 'add_comment',
    name: 'add_comment',
    description: 'Comments on a Notion page.',
    parameters: defineArguments({ page_id, text: words }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: '/v1/comments',
      headers: HEADERS,
      body: {
        type: 'json',
        from: { template: { parent: { page_id: { $argument: 'page_id' } }, rich_text: [RICH] } },
      },
    },
  },
];

export const notion: IntegrationKind = {
  type: 'notion',
  name: 'Notion',
  description: 'Reads and writes the pages of a Notion workspace that were shared with this installation.',
  service: {
    baseUrl: 'https://api.notion.com',
    oauth: {
      provider: 'notion',
      issuer: 'https://api.notion.com',
      authorize: 'https://api.notion.com/v1/oauth/authorize',
      token: 'https://api.notion.com/v1/oauth/token',
      // The registration of the client determines the permissions.
      scopes: [],
      scopeSeparator: ' ',
      authorizeParams: { owner: 'user' },
      pkce: false,
      clientAuth: 'basic',
      tokenRequest: 'json',
      revoke: {
        method: 'POST',
        url: 'https://api.notion.com/v1/oauth/revoke',
        auth: 'basic',
        body: 'json',
        field: 'token',
      },
      account: { paths: [['owner', 'user', 'person', 'email'], ['workspace_name'], ['workspace_id']] },
    },
    tools: [...READING, ...WRITING],
  },
};
