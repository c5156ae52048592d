import type { Problem } from '../../../platform/messages.ts';
import { sourceProblems } from '../../problems.ts';

/** Returns what is wrong with the address of a server that a source reads, undefined if nothing is. */
export function findAddressProblem(text: string): Problem | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return sourceProblems.source_address_scheme;
  if (url.username !== '' || url.password !== '') return sourceProblems.source_address_credentials;
  if (url.search !== '' || url.hash !== '') return sourceProblems.source_address_query;
  return undefined;
}
