import { isRecord } from '../../platform/json-schema.ts';
import { type DocumentPlace, DocumentProblem, type JsonObject, Unsupported } from './document.ts';
import type { Operation } from './operation.ts';

/**
 * Where an operation is that names servers for itself: a path at the origin of the base address, undefined below the base
 * address itself. Throws Unsupported where it is at another origin, to which the credential must not go.
 */
export type RootOf = (servers: unknown) => string | undefined;

/** Where the calls of a document go. */
export interface Servers {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly rootOf: RootOf;
}

/** Where the calls of a document go. Throws a DocumentProblem where nobody says it. */
export function serversOf(
  document: JsonObject,
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  place: DocumentPlace,
): Servers {
  const from = place.url ?? place.baseUrl;
  const named = urlsOf(document.servers, from);
  const own = named.length > 0 ? named : originsNamedBy(operations, from);
  const found = place.baseUrl ?? own[0] ?? (place.url && new URL(place.url).origin);
  if (found === undefined)
    throw new DocumentProblem('is needed: the document names no http or https address of a server', 'base_url');
  const base = new URL(found);
  const baseUrl = trimmed(found);
  return {
    baseUrl,
    rootOf(servers) {
      if (!Array.isArray(servers) || servers.length === 0) return undefined;
      const urls = urlsOf(servers, from ?? baseUrl);
      if (urls.length === 0) throw new Unsupported('none of the addresses that it names for itself can be called');
      if (urls.some((url) => own.includes(url) || url === baseUrl)) return undefined;
      const roots = urls.map((url) => rootAt(new URL(url), base, own, place.baseUrl !== undefined));
      const root = roots.find((one) => one !== undefined);
      if (root === undefined)
        throw new Unsupported(
          `it is served from ${new URL(urls[0] ?? '').origin}, another place than the rest of the API`,
        );
      return root === trimmed(base.pathname) ? undefined : root;
    },
  };
}

/** The path at the base address's origin that stands for an address of the document; undefined where none does. */
function rootAt(url: URL, base: URL, own: readonly string[], isMoved: boolean): string | undefined {
  const path = trimmed(url.pathname);
  if (url.origin === base.origin) return path;
  const prefix = trimmed(base.pathname);
  for (const known of own.map((one) => new URL(one))) {
    // Where all calls go elsewhere, it does not matter by which protocol the document would make them.
    if (known.origin !== url.origin && !(isMoved && known.host === url.host)) continue;
    // The base address stands in the place of that server, and may put something before its path.
    const before = trimmed(known.pathname);
    if (prefix.endsWith(before)) return prefix.slice(0, prefix.length - before.length) + path;
    if (path.startsWith(`${before}/`)) return prefix + path.slice(before.length);
  }
  return undefined;
}

/** The origins that operations name for themselves, the most frequent first. */
function originsNamedBy(
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  from: string | undefined,
): readonly string[] {
  const times = new Map<string, number>();
  for (const { operation, item } of operations) {
    const [url] = urlsOf(operation.servers ?? item.servers, from);
    if (url === undefined) continue;
    const { origin } = new URL(url);
    times.set(origin, (times.get(origin) ?? 0) + 1);
  }
  return [...times].sort(([, a], [, b]) => b - a).map(([origin]) => origin);
}

/** The servers of a list that can be called. */
function urlsOf(servers: unknown, from: string | undefined): string[] {
  return Array.isArray(servers) ? servers.flatMap((server) => serverUrl(server, from) ?? []) : [];
}

function serverUrl(server: unknown, from: string | undefined): string | undefined {
  if (!isRecord(server) || typeof server.url !== 'string') return undefined;
  const variables = isRecord(server.variables) ? server.variables : {};
  const text = server.url.slice(0, 2000).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isRecord(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
  if (/[{}]/.test(text) || !URL.canParse(text, from)) return undefined;
  const url = new URL(text, from);
  const usable = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password;
  return usable ? trimmed(url.origin + url.pathname) : undefined;
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}
