import type { GuardedClient } from '../http/guarded-client.ts';
import { getActiveTraceparent } from './tracing.ts';

/**
 * Returns a client that sends the trace context of the active span to these hosts, and to no other: it shows a run's
 * trace to the operator of the host. A request that names its own `traceparent` keeps it. A redirect to another origin
 * drops it.
 */
export function propagateTraces(http: GuardedClient, hosts: readonly string[]): GuardedClient {
  if (hosts.length === 0) return http;
  const findTraceparent = (url: string) => (isListed(url, hosts) ? getActiveTraceparent() : null);
  return {
    ...http,
    request(request) {
      const traceparent = findTraceparent(request.url);
      if (traceparent === null) return http.request(request);
      return http.request({ ...request, headers: { traceparent, ...request.headers } });
    },
    fetch: (limits) => {
      const send = http.fetch(limits);
      return (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        const traceparent = findTraceparent(url);
        if (traceparent === null) return send(input, init);
        const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
        if (!headers.has('traceparent')) headers.set('traceparent', traceparent);
        return send(input, { ...init, headers });
      };
    },
  };
}

function isListed(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hosts.some(
    (host) => host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1))),
  );
}
