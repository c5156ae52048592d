import { googleOAuth } from './google.ts';
import type { IntegrationKind } from './kind.ts';
import { defineArguments, text } from './schema.ts';

const document_id = text('id of the document: the part of its address between /d/ and /edit');
/** Only the text: a complete document record is many times longer. */
const WORDS =
  'documentId,title,body.content(paragraph(paragraphStyle.namedStyleType,elements.textRun.content),table.tableRows.tableCells.content.paragraph.elements.textRun.content)';
const UPDATE = { method: 'POST', path: '/v1/documents/{document_id}:batchUpdate' } as const;

export const googleDocs: IntegrationKind = {
  type: 'google_docs',
  name: 'Google Docs',
  description: 'Reads and writes documents of a Google account.',
  service: {
    baseUrl: 'https://docs.googleapis.com',
    oauth: googleOAuth('documents'),
    tools: [
      {
        id: 'read_document',
        name: 'read_document',
        description: 'Reads the title and the text of a Google document.',
        parameters: defineArguments({ document_id }),
        sideEffects: false,
        request: {
          method: 'GET',
          path: '/v1/documents/{document_id}',
          query: [{ name: 'fields', value: WORDS }],
        },
      },
      {
        id: 'create_document',
        name: 'create_document',
        description: 'Creates an empty Google document and returns its ID.',
        parameters: defineArguments({ title: text('title of the new document') }),
        sideEffects: true,
        request: {
          method: 'POST',
          path: '/v1/documents',
          query: [{ name: 'fields', value: 'documentId,title' }],
          body: { type: 'json', from: { properties: { title: 'title' } } },
        },
      },
      {
        id: 'append_text',
        name: 'append_text',
        description: 'Adds text at the end of a Google document.',
        parameters: defineArguments({ document_id, text: text('text to add; a line break begins a new paragraph') }),
        sideEffects: true,
        request: {
          ...UPDATE,
          body: {
            type: 'json',
            from: {
              template: { requests: [{ insertText: { endOfSegmentLocation: {}, text: { $argument: 'text' } } }] },
            },
          },
        },
      },
      {
        id: 'replace_text',
        name: 'replace_text',
        description: 'Replaces every occurrence of a text in a Google document, case-sensitive.',
        parameters: defineArguments({
          document_id,
          find: text('text to find', { minLength: 1 }),
          replacement: text('replacement'),
        }),
        sideEffects: true,
        request: {
          ...UPDATE,
          body: {
            type: 'json',
            from: {
              template: {
                requests: [
                  {
                    replaceAllText: {
                      containsText: { text: { $argument: 'find' }, matchCase: true },
                      replaceText: { $argument: 'replacement' },
                    },
                  },
                ],
              },
            },
          },
        },
      },
    ],
  },
};
