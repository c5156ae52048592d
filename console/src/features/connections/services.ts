import { w } from '../../words/index.ts';
import type { ServiceKind } from './queries.ts';

/** What a service does, in the page's language where that has words for it. */
export function sayService({ type, description }: Pick<ServiceKind, 'type' | 'description'>): string {
  return w.connections.services[type] ?? description;
}
