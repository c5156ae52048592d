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
