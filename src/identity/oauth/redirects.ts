import type { Problem } from '../../platform/messages.ts';
import { identityProblems } from '../problems.ts';

/** HTTP URL on an IP loopback host without a port: the host, and the rest. */
const ANY_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))((?:[/?].*)?)$/is;
const PORT = /^:([1-9]\d{0,4})/;
const MAX_PORT = 65_535;

/**
 * Whether a redirect URI is allowed. It must equal a registered one. A registered http URI on `127.0.0.1` or `[::1]`
 * without a port matches any port (RFC 8252, section 7.3), because native clients listen on ephemeral ports. The
 * comparison is textual, so that no parser can interpret the host differently.
 */
export function isRedirectAllowed(registered: readonly string[], requested: string): boolean {
  return registered.includes(requested) || registered.some((uri) => differsInPortOnly(uri, requested));
}

function differsInPortOnly(registered: string, requested: string): boolean {
  const [, host, rest] = ANY_PORT.exec(registered) ?? [];
  if (host === undefined || !requested.startsWith(host)) return false;
  const [colonAndPort = '', port] = PORT.exec(requested.slice(host.length)) ?? [];
  if (port === undefined || Number(port) > MAX_PORT) return false;
  return requested.slice(host.length + colonAndPort.length) === rest;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that browsers and systems handle themselves, so that they never reach an application of the client. */
const RESERVED_SCHEMES =
  /^(?:javascript|data|vbscript|file|filesystem|blob|about|view-source|ftps?|wss?|mailto|tel|sms|intent|content|chrome|edge|resource|jar|ms-[a-z0-9-]+|x-apple[a-z.-]*|ldaps?|ssh|sftp|telnet|smb|urn|cid|mid|https?)$/;

/** Private-use scheme (RFC 8252, section 7.1): a reverse domain name, or another name in front of an authority. */
const PRIVATE_USE = /^(?:([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):|([a-z][a-z0-9+-]*):\/\/[^/?]+)[^\s\\]*$/;

/** Whether a redirect URI has a private-use scheme, which only an application on the device handles. */
export function isPrivateUse(text: string): boolean {
  const [, reverseDomain, name] = PRIVATE_USE.exec(text) ?? [];
  const scheme = reverseDomain ?? name;
  return scheme !== undefined && !RESERVED_SCHEMES.test(scheme) && URL.canParse(text);
}

/** Redirect URI that violates a rule, by its index. */
interface RedirectProblem {
  readonly index: number;
  readonly problem: Problem;
}

/**
 * First rule that each invalid redirect URI violates. Only public clients, which must use PKCE, have private schemes.
 */
export function findRedirectProblems(uris: readonly string[], isPublic: boolean): RedirectProblem[] {
  const isNative = uris.some(isPrivateUse);
  return uris.flatMap((text, index) => {
    const problem = findRedirectProblem(text, { isPublic, isNative });
    return problem === undefined ? [] : [{ index, problem }];
  });
}

function findRedirectProblem(
  text: string,
  { isPublic, isNative }: { readonly isPublic: boolean; readonly isNative: boolean },
): Problem | undefined {
  const isHttp = /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
  if (!isHttp && !(isPublic && isPrivateUse(text))) return identityProblems.redirect_not_https;
  const url = new URL(text);
  if (text.includes('#')) return identityProblems.redirect_with_fragment;
  if (url.username !== '' || url.password !== '') return identityProblems.redirect_with_credentials;
  if (text.includes('*')) return identityProblems.redirect_with_wildcard;
  if (!isHttp) return undefined;
  const isLoopback = LOOPBACK.has(url.hostname);
  // The OAuth server refuses https on a loopback host for native clients.
  if (url.protocol === 'http:' ? !isLoopback : isLoopback && isNative) return identityProblems.redirect_insecure;
  return undefined;
}

/** Source of a redirect URI for a Content-Security-Policy: its origin, or its private-use scheme. */
export function toRedirectSource(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === 'null' ? protocol : origin;
}
