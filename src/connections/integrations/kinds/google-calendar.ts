import { googleOAuth } from './google.ts';
import type { IntegrationKind } from './kind.ts';
import { count, defineArguments, list, oneOf, text } from './schema.ts';

const EVENTS = '/calendar/v3/calendars/{calendar_id}/events';
const EVENT = `${EVENTS}/{event_id}`;
const calendar_id = text('id of the calendar; primary is the main calendar of the account');
const event_id = text('id of the event');
const time = (what: string) => text(`${what}, in RFC 3339 with offset, such as 2026-03-01T09:00:00+01:00`);
const notify = oneOf(['all', 'externalOnly', 'none'], 'guests who get a mail about the change; default none');
const NOTIFY = [{ name: 'sendUpdates', argument: 'notify' }];
const DETAILS = {
  description: text('text of the event'),
  location: text('where it is'),
  attendees: list(
    { type: 'object', properties: { email: text('mail address') }, required: ['email'], additionalProperties: false },
    'guests; an update replaces the current ones',
  ),
  notify,
};
const BODY = {
  type: 'json',
  from: {
    template: {
      summary: { $argument: 'title' },
      description: { $argument: 'description' },
      location: { $argument: 'location' },
      attendees: { $argument: 'attendees' },
      start: { $argument: 'start' },
      end: { $argument: 'end' },
    },
  },
} as const;
const at = (what: string) => ({
  type: 'object',
  description: `${what}: dateTime, or only date for an all-day event`,
  properties: {
    dateTime: time('the moment'),
    date: text('the day, such as 2026-03-01'),
    timeZone: text('IANA name of the time zone, for events that repeat'),
  },
  additionalProperties: false,
  minProperties: 1,
});

export const googleCalendar: IntegrationKind = {
  type: 'google_calendar',
  name: 'Google Calendar',
  description: 'Reads and writes events in the calendars of a Google account.',
  service: {
    baseUrl: 'https://www.googleapis.com',
    oauth: googleOAuth('calendar.events'),
    tools: [
      {
        id: 'list_events',
        name: 'list_events',
        description: 'Lists the events of a Google calendar by start time.',
        parameters: defineArguments(
          { calendar_id },
          {
            from: time('only events that end after this time'),
            to: time('only events that start before this time'),
            search: text('words that an event must contain'),
            page_size: count('events a page', 250),
            page_token: text('from the page before'),
          },
        ),
        sideEffects: false,
        request: {
          method: 'GET',
          path: EVENTS,
          query: [
            { name: 'singleEvents', value: 'true' },
            { name: 'orderBy', value: 'startTime' },
            { name: 'timeMin', argument: 'from' },
            { name: 'timeMax', argument: 'to' },
            { name: 'q', argument: 'search' },
            { name: 'maxResults', argument: 'page_size' },
            { name: 'pageToken', argument: 'page_token' },
          ],
        },
        paging: { by: 'cursor', argument: 'page_token', at: ['nextPageToken'] },
      },
      {
        id: 'get_event',
        name: 'get_event',
        description: 'Reads an event of a Google calendar.',
        parameters: defineArguments({ calendar_id, event_id }),
        sideEffects: false,
        request: { method: 'GET', path: EVENT },
      },
      {
        id: 'create_event',
        name: 'create_event',
        description: 'Creates an event in a Google calendar.',
        parameters: defineArguments(
          { calendar_id, title: text('title of the event'), start: at('when it begins'), end: at('when it ends') },
          DETAILS,
        ),
        sideEffects: true,
        request: { method: 'POST', path: EVENTS, query: NOTIFY, body: BODY },
      },
      {
        id: 'update_event',
        name: 'update_event',
        description: 'Updates the given fields of an event of a Google calendar.',
        parameters: defineArguments(
          { calendar_id, event_id },
          { title: text('title of the event'), start: at('when it begins'), end: at('when it ends'), ...DETAILS },
        ),
        sideEffects: true,
        request: { method: 'PATCH', path: EVENT, query: NOTIFY, body: BODY },
      },
      {
        id: 'delete_event',
        name: 'delete_event',
        description: 'Deletes an event of a Google calendar.',
        parameters: defineArguments({ calendar_id, event_id }, { notify }),
        sideEffects: true,
        request: { method: 'DELETE', path: EVENT, query: NOTIFY },
      },
    ],
  },
};
