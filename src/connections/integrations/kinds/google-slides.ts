import { googleOAuth } from './google.ts';
import type { IntegrationKind } from './kind.ts';
import { defineArguments, oneOf, text } from './schema.ts';

const presentation_id = text('id of the presentation: the part of its address between /d/ and /edit');
const WORDS =
  'presentationId,title,slides(objectId,pageElements(objectId,shape(placeholder.type,text.textElements.textRun.content)))';
const LAYOUTS = ['BLANK', 'TITLE', 'TITLE_AND_BODY', 'TITLE_ONLY', 'SECTION_HEADER'];
const UPDATE = { method: 'POST', path: '/v1/presentations/{presentation_id}:batchUpdate' } as const;

export const googleSlides: IntegrationKind = {
  type: 'google_slides',
  name: 'Google Slides',
  description: 'Reads and writes presentations of a Google account.',
  service: {
    baseUrl: 'https://slides.googleapis.com',
    oauth: googleOAuth('presentations'),
    tools: [
      {
        id: 'read_presentation',
        name: 'read_presentation',
        description: 'Reads the title of a Google presentation and, slide by slide, the text and ids of its elements.',
        parameters: defineArguments({ presentation_id }),
        sideEffects: false,
        request: {
          method: 'GET',
          path: '/v1/presentations/{presentation_id}',
          query: [{ name: 'fields', value: WORDS }],
        },
      },
      {
        id: 'create_presentation',
        name: 'create_presentation',
        description: 'Creates a Google presentation and returns its ID.',
        parameters: defineArguments({ title: text('title of the new presentation') }),
        sideEffects: true,
        request: {
          method: 'POST',
          path: '/v1/presentations',
          query: [{ name: 'fields', value: 'presentationId,title' }],
          body: { type: 'json', from: { properties: { title: 'title' } } },
        },
      },
      {
        id: 'add_slide',
        name: 'add_slide',
        description:
          'Adds a slide at the end of a Google presentation. Read the presentation for the IDs of its placeholders.',
        parameters: defineArguments({ presentation_id, layout: oneOf(LAYOUTS, 'layout of the new slide') }),
        sideEffects: true,
        request: {
          ...UPDATE,
          body: {
            type: 'json',
            from: {
              template: {
                requests: [{ createSlide: { slideLayoutReference: { predefinedLayout: { $argument: 'layout' } } } }],
              },
            },
          },
        },
      },
      {
        id: 'insert_text',
        name: 'insert_text',
        description: 'Inserts text at the start of an element of a Google presentation.',
        parameters: defineArguments({
          presentation_id,
          element_id: text('objectId of the element, from the presentation'),
          text: text('text to insert'),
        }),
        sideEffects: true,
        request: {
          ...UPDATE,
          body: {
            type: 'json',
            from: {
              template: {
                requests: [{ insertText: { objectId: { $argument: 'element_id' }, text: { $argument: 'text' } } }],
              },
            },
          },
        },
      },
    ],
  },
};
