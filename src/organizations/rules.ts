import { isDisplayName, normalizeName } from '../platform/names.ts';
import { organizationErrors } from './errors.ts';

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as it is stored. Throws a 400 on one that shows nothing or could deceive. */
export function organizationName(given: string): string {
  const name = normalizeName(given);
  if (!VISIBLE.test(name)) throw organizationErrors.invalidOrganization('name shows nothing');
  if (!isDisplayName(name)) throw organizationErrors.invalidOrganization('name has characters that do not show');
  return name;
}
