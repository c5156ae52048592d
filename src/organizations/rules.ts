import { organizationErrors } from './errors.ts';

/** Control characters, line separators, and marks that turn the direction of text, with which names could deceive. */
const DECEIVING = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name as it is stored: without space around it, and composed, so that two names that look the same are the same.
 * Throws a 400 on one that shows nothing or could deceive.
 */
export function organizationName(given: string): string {
  const name = given.normalize('NFC').trim();
  if (DECEIVING.test(name)) throw organizationErrors.invalidOrganization('name has characters that do not show');
  if (!VISIBLE.test(name)) throw organizationErrors.invalidOrganization('name shows nothing');
  return name;
}
