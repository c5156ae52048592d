import { w } from '../../words/index.ts';
import type { AuditEvent } from './audit-queries.ts';

/**
 * Returns the translated title of an event, such as `Task: changed – Summaries`. Unknown event types keep the server's
 * message.
 */
export function formatAuditEvent({ event_type, message }: Pick<AuditEvent, 'event_type' | 'message'>): string {
  const [resource = '', action = ''] = event_type.split('.');
  const actionNames: Readonly<Record<string, string>> = w.settings.audited.acts;
  const type = event_type.replaceAll(/[._]/g, ' ');
  const name = findResourceName(resource);
  if (name === undefined || actionNames[action] === undefined || !message.startsWith(type)) return message;
  return `${name}: ${actionNames[action]}${message.slice(type.length).replace(/^: /, ' – ')}`;
}

/** Returns the name of a resource type. Unknown types keep their wire name. */
export function formatResourceType(type: string): string {
  return findResourceName(type) ?? type;
}

/** Finds the name of a resource type: that of the feature that shows it, or else one of the audit log. */
function findResourceName(type: string): string | undefined {
  const groups = Object.values(w) as readonly { readonly resources?: Readonly<Record<string, string>> }[];
  const common: Readonly<Record<string, string>> = w.settings.audited.things;
  return groups.find(({ resources }) => resources?.[type] !== undefined)?.resources?.[type] ?? common[type];
}
