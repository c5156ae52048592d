import type { DeclaredTool } from '../declaration.ts';
import type { IntegrationKind } from './kind.ts';
import { count, defineArguments, list, oneOf, text } from './schema.ts';

const channel = text('id of the channel, such as C0123456789');
const page = { page_size: count('entries a page', 200), cursor: text('from the page before') };
const PAGE = [
  { name: 'limit', argument: 'page_size' },
  { name: 'cursor', argument: 'cursor' },
];
const paging = { by: 'cursor', argument: 'cursor', at: ['response_metadata', 'next_cursor'] } as const;
const thread = text('ts of the first message of the thread');

const READING: readonly DeclaredTool[] = [
  {
    id: 'list_channels',
    name: 'list_channels',
    description: 'Lists the public channels of the Slack workspace with their ids.',
    parameters: defineArguments({}, page),
    sideEffects: false,
    request: {
      method: 'GET',
      path: '/api/conversations.list',
      query: [{ name: 'exclude_archived', value: 'true' }, ...PAGE],
    },
    paging,
  },
  {
    id: 'read_channel',
    name: 'read_channel',
    description: 'Reads the messages of a Slack channel, newest first.',
    parameters: defineArguments(
      { channel },
      { after: text('ts: only messages after this one'), before: text('ts: only messages before this one'), ...page },
    ),
    sideEffects: false,
    request: {
      method: 'GET',
      path: '/api/conversations.history',
      query: [
        { name: 'channel', argument: 'channel' },
        { name: 'oldest', argument: 'after' },
        { name: 'latest', argument: 'before' },
        ...PAGE,
      ],
    },
    paging,
  },
  {
    id: 'read_thread',
    name: 'read_thread',
    description: 'Reads a thread of a Slack channel, oldest message first.',
    parameters: defineArguments({ channel, thread }, page),
    sideEffects: false,
    request: {
      method: 'GET',
      path: '/api/conversations.replies',
      query: [{ name: 'channel', argument: 'channel' }, { name: 'ts', argument: 'thread' }, ...PAGE],
    },
    paging,
  },
  {
    id: 'list_users',
    name: 'list_users',
    description: 'Lists the people of the Slack workspace with their ids and names.',
    parameters: defineArguments({}, page),
    sideEffects: false,
    request: { method: 'GET', path: '/api/users.list', query: PAGE },
    paging,
  },
];

const WRITING: readonly DeclaredTool[] = [
  {
    id: 'send_message',
    name: 'send_message',
    description: 'Posts a message to a Slack channel or thread, on behalf of the account.',
    parameters: defineArguments(
      { channel, text: text("text of the message, in Slack's mrkdwn", { maxLength: 40_000 }) },
      { thread },
    ),
    sideEffects: true,
    request: {
      method: 'POST',
      path: '/api/chat.postMessage',
      body: {
        type: 'json',
        contentType: 'application/json; charset=utf-8',
        from: { properties: { channel: 'channel', text: 'text', thread_ts: 'thread' } },
      },
    },
  },
  {
    id: 'change_reaction',
    name: 'change_reaction',
    description: 'Adds an emoji to a message of a Slack channel, or removes it.',
    parameters: defineArguments({
      action: oneOf(['add', 'remove'], 'add or remove'),
      channel,
      message: text('ts of the message'),
      emoji: text('name of the emoji without colons, such as thumbsup'),
    }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: '/api/reactions.{action}',
      body: {
        type: 'json',
        contentType: 'application/json; charset=utf-8',
        from: { properties: { channel: 'channel', timestamp: 'message', name: 'emoji' } },
      },
    },
  },
  {
    id: 'open_conversation',
    name: 'open_conversation',
    description: 'Opens a direct conversation with people of the Slack workspace and returns the ID to write to.',
    parameters: defineArguments({
      users: list(text('id of a person'), 'who takes part', { minItems: 1, maxItems: 8 }),
    }),
    sideEffects: true,
    request: {
      method: 'POST',
      path: '/api/conversations.open',
      query: [{ name: 'users', argument: 'users', style: 'comma' }],
    },
  },
];

export const slack: IntegrationKind = {
  type: 'slack',
  name: 'Slack',
  description: 'Reads public channels of a Slack workspace and posts messages on behalf of the account.',
  service: {
    baseUrl: 'https://slack.com',
    oauth: {
      provider: 'slack',
      issuer: 'https://slack.com',
      authorize: 'https://slack.com/oauth/v2/authorize',
      token: 'https://slack.com/api/oauth.v2.access',
      scopes: [
        'channels:read',
        'channels:history',
        'users:read',
        'chat:write',
        'reactions:write',
        'im:write',
        'mpim:write',
      ],
      // `scope` would request a bot token.
      scopeKey: 'user_scope',
      scopeSeparator: ',',
      authorizeParams: {},
      pkce: false,
      clientAuth: 'post',
      tokenRequest: 'form',
      tokenResponse: {
        failure: { flag: 'ok', code: 'error' },
        within: 'authed_user',
        invalidGrant: ['invalid_refresh_token', 'token_revoked', 'account_inactive'],
      },
      revoke: { method: 'POST', url: 'https://slack.com/api/auth.revoke', auth: 'bearer', body: 'form' },
      account: { url: 'https://slack.com/api/auth.test', paths: [['user']] },
    },
    failure: {
      flag: 'ok',
      code: 'error',
      unauthorized: ['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'],
      unknownOutcome: ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'],
    },
    tools: [...READING, ...WRITING],
  },
};
