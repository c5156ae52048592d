import { w } from '../../words/index.ts';
import type { AuditEvent } from './audit-queries.ts';

/**
 * Returns the translated title of an event, such as `Task: changed – Summaries`. Unknown event types keep the server's
 * message.
 */
export function formatAuditEvent({ event_type, message }: Pick<AuditEvent, 'event_type' | 'message'>): string {
  const [resource = '', action = ''] = event_type.split('.');
  const resourceNames: Readonly<Record<string, string>> = w.settings.audited.things;
  const actionNames: Readonly<Record<string, string>> = w.settings.audited.acts;
  const type = event_type.replaceAll(/[._]/g, ' ');
  if (resourceNames[resource] === undefined || actionNames[action] === undefined || !message.startsWith(type))
    return message;
  return `${resourceNames[resource]}: ${actionNames[action]}${message.slice(type.length).replace(/^: /, ' – ')}`;
}

/** Returns the name of a resource type. Unknown types keep their wire name. */
export function formatResourceType(type: string): string {
  return (w.settings.audited.things as Readonly<Record<string, string>>)[type] ?? type;
}
