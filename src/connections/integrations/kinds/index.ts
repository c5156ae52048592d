import { github } from './github.ts';
import { googleCalendar } from './google-calendar.ts';
import { googleDocs } from './google-docs.ts';
import { googleGmail } from './google-gmail.ts';
import { googleSheets } from './google-sheets.ts';
import { googleSlides } from './google-slides.ts';
import type { IntegrationKind } from './kind.ts';
import { notion } from './notion.ts';
import { openapi } from './openapi.ts';
import { slack } from './slack.ts';

/** Every kind of integration, in the order of the catalogue. */
export const INTEGRATION_KINDS: readonly IntegrationKind[] = [
  github,
  googleCalendar,
  googleDocs,
  googleGmail,
  googleSheets,
  googleSlides,
  notion,
  openapi,
  slack,
];

/** The words by which integrations name their kinds. */
export const INTEGRATION_TYPES: readonly string[] = INTEGRATION_KINDS.map(({ type }) => type);

/** The kind of a stored integration. */
export function getIntegrationKind(type: string): IntegrationKind {
  const kind = INTEGRATION_KINDS.find((candidate) => candidate.type === type);
  if (!kind) throw new Error(`no kind of integrations ${type}`);
  return kind;
}
