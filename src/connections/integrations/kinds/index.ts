import { defineMessages } from '../../../platform/messages.ts';
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

/** All kinds of integrations, in catalog order. */
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

/** Descriptions of the tools of known services, by {@link findDescriptionCode}. */
defineMessages(
  Object.fromEntries(
    INTEGRATION_KINDS.flatMap(({ type, service }) =>
      (service?.tools ?? []).map(({ id, description }) => [toDescriptionCode(type, id), description]),
    ),
  ),
);

function toDescriptionCode(type: string, toolId: string): string {
  return `tool_${type}_${toolId}`;
}

/** Returns the message code of a tool's description. Null for a tool of a customer's own API document. */
export function findDescriptionCode(type: string, toolId: string): string | null {
  return getIntegrationKind(type).service ? toDescriptionCode(type, toolId) : null;
}

/** Names of the kinds. */
export const INTEGRATION_TYPES: readonly string[] = INTEGRATION_KINDS.map(({ type }) => type);

/** Returns the kind of a stored integration. Throws if the type is unknown. */
export function getIntegrationKind(type: string): IntegrationKind {
  const kind = INTEGRATION_KINDS.find((candidate) => candidate.type === type);
  if (!kind) throw new Error(`unknown integration type ${type}`);
  return kind;
}
