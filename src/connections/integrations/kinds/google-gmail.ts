import { googleOAuth } from './google.ts';
import type { IntegrationKind } from './kind.ts';
import { count, defineArguments, list, text } from './schema.ts';

const MESSAGES = '/gmail/v1/users/me/messages';
const address = text('mail address');

export const googleGmail: IntegrationKind = {
  type: 'google_gmail',
  name: 'Gmail',
  description: 'Reads and sends mail of a Google account.',
  service: {
    baseUrl: 'https://gmail.googleapis.com',
    oauth: googleOAuth('gmail.readonly', 'gmail.send'),
    tools: [
      {
        id: 'search_messages',
        name: 'search_messages',
        description: 'Finds messages in Gmail and returns their IDs, newest first. Read each message for its content.',
        parameters: defineArguments(
          {},
          {
            query: text("search query in Gmail's syntax: from:ann@example.com newer_than:7d is:unread"),
            page_size: count('mails a page', 100),
            page_token: text('from the page before'),
          },
        ),
        sideEffects: false,
        request: {
          method: 'GET',
          path: MESSAGES,
          query: [
            { name: 'q', argument: 'query' },
            { name: 'maxResults', argument: 'page_size' },
            { name: 'pageToken', argument: 'page_token' },
          ],
        },
        paging: { by: 'cursor', argument: 'page_token', at: ['nextPageToken'] },
      },
      {
        id: 'read_message',
        name: 'read_message',
        description: 'Reads a mail of Gmail: its headers and the text of its parts.',
        parameters: defineArguments({ message_id: text('id of the mail') }),
        sideEffects: false,
        request: {
          method: 'GET',
          path: `${MESSAGES}/{message_id}`,
          query: [{ name: 'format', value: 'full' }],
        },
        answer: { base64url: ['data'] },
      },
      {
        id: 'read_thread',
        name: 'read_thread',
        description: 'Reads all mails of a conversation in Gmail, oldest first.',
        parameters: defineArguments({ thread_id: text('id of the conversation') }),
        sideEffects: false,
        request: {
          method: 'GET',
          path: '/gmail/v1/users/me/threads/{thread_id}',
          query: [{ name: 'format', value: 'full' }],
        },
        answer: { base64url: ['data'] },
      },
      {
        id: 'list_labels',
        name: 'list_labels',
        description: 'Lists the labels of the Gmail account.',
        parameters: defineArguments({}),
        sideEffects: false,
        request: { method: 'GET', path: '/gmail/v1/users/me/labels' },
      },
      {
        id: 'send_message',
        name: 'send_message',
        description: 'Sends a mail of plain text from the Gmail account.',
        parameters: defineArguments(
          {
            to: list(address, 'who gets it', { minItems: 1, maxItems: 100 }),
            subject: text('subject'),
            text: text('text of the mail'),
          },
          {
            cc: list(address, 'recipients of a copy', { maxItems: 100 }),
            bcc: list(address, 'recipients of a blind copy', { maxItems: 100 }),
            in_reply_to: text('Message-ID of the mail to reply to, from its headers'),
          },
        ),
        sideEffects: true,
        request: {
          method: 'POST',
          path: `/upload${MESSAGES}/send`,
          query: [{ name: 'uploadType', value: 'media' }],
          body: {
            type: 'mail',
            from: {
              properties: {
                to: 'to',
                cc: 'cc',
                bcc: 'bcc',
                subject: 'subject',
                text: 'text',
                in_reply_to: 'in_reply_to',
              },
            },
          },
        },
      },
    ],
  },
};
