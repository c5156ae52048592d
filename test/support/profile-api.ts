import { inject } from 'vitest';
import type { ApiProfile } from './api-profiles.ts';

/** Returns the origin of the shared API process with these settings. */
export async function findProfileApi(profile: ApiProfile): Promise<string> {
  const response = await fetch(`${inject('profileApis')}/${profile}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Returns an address of a client network that no other test uses, for the header `x-forwarded-for`. */
export function createClientAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}
