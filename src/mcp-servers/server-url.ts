import { errors } from '../platform/errors.ts';

export const LONGEST_URL = 2000;

/** The address of a server as it is called. Throws a 422 on one that can't be. */
export function serverUrl(text: string, field = 'server_url'): URL {
  const refuse = (problem: string) => errors.invalid(field, problem, 'url');
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) throw refuse('must be an http or https address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw refuse('must not carry a user name or password; send the key as api_key');
  if (url.hash !== '' || text.includes('#')) throw refuse('must not have a fragment');
  return url;
}

/** Whether two texts are the same address. */
export function sameServer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}
