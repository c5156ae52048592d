import { googleOAuth } from './google.ts';
import type { IntegrationKind } from './kind.ts';
import { defineArguments, oneOf, rows, text } from './schema.ts';

const spreadsheet_id = text('id of the spreadsheet: the part of its address between /d/ and /edit');
const range = text("cells in A1 notation, after the sheet's name: Budget!A1:C10, or Budget for the whole sheet");
const INPUT = [{ name: 'valueInputOption', value: 'USER_ENTERED' }];

export const googleSheets: IntegrationKind = {
  type: 'google_sheets',
  name: 'Google Sheets',
  description: 'Reads and writes spreadsheets of a Google account.',
  service: {
    baseUrl: 'https://sheets.googleapis.com',
    oauth: googleOAuth('spreadsheets'),
    tools: [
      {
        id: 'get_spreadsheet',
        name: 'get_spreadsheet',
        description: 'Returns the title of a Google spreadsheet and the names and sizes of its sheets.',
        parameters: defineArguments({ spreadsheet_id }),
        sideEffects: false,
        request: {
          method: 'GET',
          path: '/v4/spreadsheets/{spreadsheet_id}',
          query: [{ name: 'fields', value: 'properties.title,sheets.properties(sheetId,title,index,gridProperties)' }],
        },
      },
      {
        id: 'read_values',
        name: 'read_values',
        description: 'Reads the values of a range of cells of a Google spreadsheet, row by row.',
        parameters: defineArguments(
          { spreadsheet_id, range },
          { values_as: oneOf(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'], 'default FORMATTED_VALUE') },
        ),
        sideEffects: false,
        request: {
          method: 'GET',
          path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
          query: [{ name: 'valueRenderOption', argument: 'values_as' }],
        },
      },
      {
        id: 'append_rows',
        name: 'append_rows',
        description: 'Appends rows to the table in a range of a Google spreadsheet.',
        parameters: defineArguments({ spreadsheet_id, range, rows: rows('rows to add, each a list of cells') }),
        sideEffects: true,
        request: {
          method: 'POST',
          path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:append',
          query: [...INPUT, { name: 'insertDataOption', value: 'INSERT_ROWS' }],
          body: { type: 'json', from: { properties: { values: 'rows' } } },
        },
      },
      {
        id: 'update_values',
        name: 'update_values',
        description: 'Writes values into a range of cells of a Google spreadsheet and replaces the current ones.',
        parameters: defineArguments({ spreadsheet_id, range, rows: rows('rows of the range, each a list of cells') }),
        sideEffects: true,
        request: {
          method: 'PUT',
          path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
          query: INPUT,
          body: { type: 'json', from: { properties: { values: 'rows' } } },
        },
      },
      {
        id: 'clear_values',
        name: 'clear_values',
        description: 'Clears a range of cells of a Google spreadsheet; the format stays.',
        parameters: defineArguments({ spreadsheet_id, range }),
        sideEffects: true,
        request: {
          method: 'POST',
          path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:clear',
          body: { type: 'json', from: { template: {} } },
        },
      },
      {
        id: 'create_spreadsheet',
        name: 'create_spreadsheet',
        description: 'Creates an empty Google spreadsheet and returns its ID and URL.',
        parameters: defineArguments({ title: text('title of the new spreadsheet') }),
        sideEffects: true,
        request: {
          method: 'POST',
          path: '/v4/spreadsheets',
          query: [{ name: 'fields', value: 'spreadsheetId,spreadsheetUrl' }],
          body: { type: 'json', from: { template: { properties: { title: { $argument: 'title' } } } } },
        },
      },
    ],
  },
};
