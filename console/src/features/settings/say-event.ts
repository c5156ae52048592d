import { w } from '../../words/index.ts';
import type { AuditEvent } from './audit-queries.ts';

/**
 * What happened, in the page's language: `Task: changed – Summaries`. An event's own line says its type and then the name of the
 * thing, which is in no language. One of a type that this page does not know yet stands in the server's words.
 */
export function sayEvent({ event_type, message }: Pick<AuditEvent, 'event_type' | 'message'>): string {
  const [thing = '', act = ''] = event_type.split('.');
  const things: Readonly<Record<string, string>> = w.settings.audited.things;
  const acts: Readonly<Record<string, string>> = w.settings.audited.acts;
  const type = event_type.replaceAll(/[._]/g, ' ');
  if (things[thing] === undefined || acts[act] === undefined || !message.startsWith(type)) return message;
  return `${things[thing]}: ${acts[act]}${message.slice(type.length).replace(/^: /, ' – ')}`;
}

/** A kind of thing, in the page's language where that knows it. */
export function sayThing(type: string): string {
  return (w.settings.audited.things as Readonly<Record<string, string>>)[type] ?? type;
}
