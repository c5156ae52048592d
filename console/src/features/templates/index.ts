import { invoiceExtraction } from './data/invoice-extraction.ts';
import { meetingNotes } from './data/meeting-notes.ts';
import { refunds } from './data/refunds.ts';
import { research } from './data/research.ts';
import { supportTriage } from './data/support-triage.ts';
import { webWatch } from './data/web-watch.ts';
import type { Template } from './template.ts';

/** All templates, in the order of the gallery. */
export const TEMPLATES: readonly Template[] = [
  supportTriage,
  invoiceExtraction,
  research,
  refunds,
  webWatch,
  meetingNotes,
];

/** Returns the template that an address names, if it is of this kind. */
export function findTemplate<K extends Template['kind']>(
  kind: K,
  id: string | undefined,
): Extract<Template, { kind: K }> | undefined {
  return TEMPLATES.find(
    (template): template is Extract<Template, { kind: K }> => template.id === id && template.kind === kind,
  );
}
