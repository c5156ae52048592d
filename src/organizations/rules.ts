import { isDisplayName, normalizeName } from '../platform/names.ts';
import { organizationErrors } from './errors.ts';
import { organizationMessages } from './problems.ts';

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Normalizes a name. Throws a 400 if it has no visible character or has invisible ones. */
export function normalizeOrganizationName(input: string): string {
  const name = normalizeName(input);
  if (!VISIBLE.test(name)) throw organizationErrors.invalidOrganization(organizationMessages.organization_name_blank);
  if (!isDisplayName(name))
    throw organizationErrors.invalidOrganization(organizationMessages.organization_name_unprintable);
  return name;
}
