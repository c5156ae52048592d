import { errors } from '../../platform/errors.ts';
import { mcpProblems } from '../problems.ts';
import type { StdioSettings } from './target.ts';

export const MAX_URL_LENGTH = 2000;

/** Parses the URL of a server. Throws a 422 if it cannot be called. */
export function parseServerUrl(text: string, field = 'server_url'): URL {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text))
    throw errors.invalid(field, mcpProblems.server_url_not_http);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw errors.invalid(field, mcpProblems.server_url_with_user);
  if (url.hash !== '' || text.includes('#')) throw errors.invalid(field, mcpProblems.server_url_with_fragment);
  return url;
}

/** Normalizes the URL of a remote or stdio server. Throws a 422 if it is invalid. */
export function resolveServerUrl(
  { mcpStdioServers: servers }: StdioSettings,
  { server_url: text, transport = 'auto' }: { readonly server_url: string; readonly transport?: string | undefined },
): string {
  if (!isStdioUrl(text)) {
    if (transport === 'stdio') throw errors.invalid('server_url', mcpProblems.stdio_url_missing);
    return parseServerUrl(text).href;
  }
  if (!Object.hasOwn(servers, getStdioName(text))) throw errors.invalid('server_url', mcpProblems.unknown_stdio_server);
  if (transport !== 'auto' && transport !== 'stdio')
    throw errors.invalid('transport', mcpProblems.stdio_transport_required);
  return text;
}

/** Whether two texts are the same URL. */
export function isSameServer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

/** Scheme of URLs of servers that the installation runs. */
const SCHEME = 'stdio:';

/** Whether a URL is that of a server that the installation runs. */
export function isStdioUrl(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** Returns the name in a stdio URL. */
export function getStdioName(url: string): string {
  return url.slice(SCHEME.length);
}
