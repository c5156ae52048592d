import type { DeclaredTool } from '../declaration.ts';
import type { IntegrationKind } from './kind.ts';
import { count, defineArguments, list, oneOf, text } from './schema.ts';

const REPOSITORY = {
  owner: text('user or organization that the repository belongs to'),
  repository: text('name of the repository'),
};
const REPO = '/repos/{owner}/{repository}';
const number = count('number of the issue or pull request', 1_000_000_000);
const page = { page: count('page; default 1', 1_000_000), page_size: count('entries a page', 100) };
const PAGE = [
  { name: 'page', argument: 'page' },
  { name: 'per_page', argument: 'page_size' },
];
const paging = { by: 'link', argument: 'page', key: 'page' } as const;
const labels = list(text('name of a label'), 'labels');
const VERSION = { name: 'x-github-api-version', value: '2022-11-28' };
const HEADERS = [{ name: 'accept', value: 'application/vnd.github+json' }, VERSION];
const state = oneOf(['open', 'closed', 'all'], 'default open');

const READING: readonly DeclaredTool[] = [
  {
    id: 'list_repositories',
    name: 'list_repositories',
    description: 'Lists the GitHub repositories that the account can reach, those changed last first.',
    parameters: defineArguments({}, page),
    sideEffects: false,
    request: {
      method: 'GET',
      path: '/user/repos',
      query: [{ name: 'sort', value: 'pushed' }, ...PAGE],
      headers: HEADERS,
    },
    paging,
  },
  {
    id: 'list_issues',
    name: 'list_issues',
    description: 'Lists issues and pull requests of a GitHub repository, newest first.',
    parameters: defineArguments(REPOSITORY, {
      state,
      labels: list(text('name of a label'), 'labels that each must have'),
      ...page,
    }),
    sideEffects: false,
    request: {
      method: 'GET',
      path: `${REPO}/issues`,
      query: [{ name: 'state', argument: 'state' }, { name: 'labels', argument: 'labels', style: 'comma' }, ...PAGE],
      headers: HEADERS,
    },
    paging,
  },
  {
    id: 'get_issue',
    name: 'get_issue',
    description: 'Reads an issue or pull request of a GitHub repository.',
    parameters: defineArguments({ ...REPOSITORY, number }),
    sideEffects: false,
    request: { method: 'GET', path: `${REPO}/issues/{number}`, headers: HEADERS },
  },
  {
    id: 'list_comments',
    name: 'list_comments',
    description: 'Lists the comments on an issue or pull request of a GitHub repository, oldest first.',
    parameters: defineArguments({ ...REPOSITORY, number }, page),
    sideEffects: false,
    request: { method: 'GET', path: `${REPO}/issues/{number}/comments`, query: PAGE, headers: HEADERS },
    paging,
  },
  {
    id: 'search_issues',
    name: 'search_issues',
    description: 'Finds issues and pull requests on GitHub.',
    parameters: defineArguments({ query: text("search query in GitHub's syntax: repo:acme/shop is:open crash") }, page),
    sideEffects: false,
    request: {
      method: 'GET',
      path: '/search/issues',
      query: [{ name: 'q', argument: 'query' }, ...PAGE],
      headers: HEADERS,
    },
    paging,
  },
  {
    id: 'read_file',
    name: 'read_file',
    description: 'Reads a file of a GitHub repository.',
    parameters: defineArguments(
      { ...REPOSITORY, path: text('path of the file, such as src/index.ts') },
      { ref: text('branch, tag or commit; default: the default branch') },
    ),
    sideEffects: false,
    request: {
      method: 'GET',
      path: `${REPO}/contents/{path}`,
      places: { path: { argument: 'path', segments: true } },
      query: [{ name: 'ref', argument: 'ref' }],
      headers: [{ name: 'accept', value: 'application/vnd.github.raw+json' }, VERSION],
    },
  },
];

const WRITING: readonly DeclaredTool[] = [
  {
    id: 'create_issue',
    name: 'create_issue',
    description: 'Opens an issue in a GitHub repository.',
    parameters: defineArguments({ ...REPOSITORY, title: text('title') }, { body: text('text in Markdown'), labels }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: `${REPO}/issues`,
      headers: HEADERS,
      body: { type: 'json', from: { properties: { title: 'title', body: 'body', labels: 'labels' } } },
    },
  },
  {
    id: 'update_issue',
    name: 'update_issue',
    description: 'Updates the given fields of an issue or pull request of a GitHub repository; closes or reopens it.',
    parameters: defineArguments(
      { ...REPOSITORY, number },
      {
        title: text('title'),
        body: text('text in Markdown'),
        labels: list(text('name of a label'), 'labels that replace the current ones'),
        state: oneOf(['open', 'closed'], 'open or closed'),
      },
    ),
    sideEffects: true,
    request: {
      method: 'PATCH',
      path: `${REPO}/issues/{number}`,
      headers: HEADERS,
      body: { type: 'json', from: { properties: { title: 'title', body: 'body', labels: 'labels', state: 'state' } } },
    },
  },
  {
    id: 'add_comment',
    name: 'add_comment',
    description: 'Comments on an issue or pull request of a GitHub repository.',
    parameters: defineArguments({ ...REPOSITORY, number, body: text('text in Markdown') }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: `${REPO}/issues/{number}/comments`,
      headers: HEADERS,
      body: { type: 'json', from: { properties: { body: 'body' } } },
    },
  },
];

export const github: IntegrationKind = {
  type: 'github',
  name: 'GitHub',
  description: 'Reads repositories of a GitHub account and works on their issues and pull requests.',
  service: {
    baseUrl: 'https://api.github.com',
    oauth: {
      provider: 'github',
      issuer: 'https://github.com/login/oauth',
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      scopes: ['repo', 'read:org'],
      scopeSeparator: ',',
      authorizeParams: {},
      pkce: true,
      clientAuth: 'post',
      tokenRequest: 'form',
      tokenResponse: { invalidGrant: ['bad_refresh_token'] },
      revoke: {
        method: 'DELETE',
        url: 'https://api.github.com/applications/{client_id}/token',
        auth: 'basic',
        body: 'json',
        field: 'access_token',
      },
      account: { url: 'https://api.github.com/user', paths: [['login']] },
    },
    tools: [...READING, ...WRITING],
  },
};
