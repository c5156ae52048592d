import { errors } from '../../platform/errors.ts';
import { isStdio, stdioName } from './client/stdio-address.ts';
import type { StdioSettings } from './target.ts';

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

/** The address of a server as it is called, or as the installation runs it. Throws a 422 on one that neither can be. */
export function serverAddress(
  { mcpStdioServers: servers }: StdioSettings,
  { server_url: text, transport = 'auto' }: { readonly server_url: string; readonly transport?: string | undefined },
): string {
  if (!isStdio(text)) {
    if (transport === 'stdio') throw errors.invalid('server_url', 'must be stdio: and the name of a server');
    return serverUrl(text).href;
  }
  if (!Object.hasOwn(servers, stdioName(text)))
    throw errors.invalid('server_url', 'names no server that this installation runs');
  if (transport !== 'auto' && transport !== 'stdio')
    throw errors.invalid('transport', 'must be stdio for a server that this installation runs');
  return text;
}

/** Whether two texts are the same address. */
export function sameServer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}
