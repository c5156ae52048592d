import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { integrationProblems } from '../../problems.ts';
import { DocumentError, type DocumentSource, type JsonObject, UnsupportedOperation } from './document.ts';
import type { Operation } from './operation.ts';

/** Where the calls of one operation go. Without members: below the base address. */
export interface OperationServer {
  /** Another origin than that of the base address; always one of the confirmed ones, and always with a root. */
  readonly origin?: string;
  /** Path at the origin, in place of that of the base address; without a slash at the end. */
  readonly root?: string;
}

/** The server of an operation, by the `servers` that it or its path names. Throws Unsupported where nobody confirmed it. */
export type ResolveServer = (servers: unknown) => OperationServer;

/** Where the calls of a document go. */
export interface Servers {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly resolveServer: ResolveServer;
}

/** Where the calls of a document go. Throws a DocumentProblem where nobody says it. */
export function resolveServers(
  document: JsonObject,
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  place: DocumentSource,
): Servers {
  const from = place.url ?? place.baseUrl;
  const documentUrls = getServerUrls(document.servers, from);
  const operationOrigins = countOrigins(operations, from);
  // Where operations that name no server are: the default of the specification is the root of the document's own server.
  const shared = place.baseUrl ?? documentUrls[0] ?? (place.url && new URL(place.url).origin);
  const found = place.baseUrl ?? documentUrls[0] ?? operationOrigins.origins[0] ?? shared;
  if (found === undefined) throw new DocumentError(integrationProblems.base_url_missing, 'base_url');
  const base = new URL(found);
  const replaced = place.baseUrl === undefined ? [] : findReplacedUrls(base, documentUrls, operationOrigins);
  return {
    baseUrl: trimSlashes(found),
    resolveServer(servers) {
      const urls = hasServers(servers) ? getServerUrls(servers, from ?? found) : shared === undefined ? [] : [shared];
      if (urls.length === 0)
        throw new UnsupportedOperation(
          hasServers(servers)
            ? operationFailures.operation_server_not_callable
            : operationFailures.operation_server_missing,
        );
      return chooseServer(urls, base, replaced, place.allowedOrigins ?? []);
    },
  };
}

/**
 * The addresses of the document that a given base address stands for: its servers, or what all operations name for
 * themselves. Only those of one host, because one address can't stand for two different servers.
 */
function findReplacedUrls(
  base: URL,
  documentUrls: readonly string[],
  operationOrigins: NamedOrigins,
): readonly string[] {
  const candidates = documentUrls.length > 0 ? documentUrls : operationOrigins.byAll ? operationOrigins.origins : [];
  const hosts = new Set(candidates.map((url) => new URL(url).host));
  if (documentUrls.length === 0 && hosts.size > 1) return [];
  const [first] = hosts;
  const host = hosts.has(base.host) ? base.host : first;
  return candidates.filter((url) => new URL(url).host === host);
}

/** The first address that can be called: below the base address, or else at a confirmed origin. */
function chooseServer(
  urls: readonly string[],
  base: URL,
  replaced: readonly string[],
  allowedOrigins: readonly string[],
): OperationServer {
  for (const text of urls) {
    const root = findRoot(new URL(text), base, replaced);
    if (root !== undefined) return root === trimSlashes(base.pathname) ? {} : { root };
  }
  for (const text of urls) {
    const { origin, pathname } = new URL(text);
    if (allowedOrigins.includes(origin)) return { origin, root: trimSlashes(pathname) };
  }
  const { origin } = new URL(urls[0] ?? '');
  throw new UnsupportedOperation(operationFailures.operation_origin_not_allowed({ origin }));
}

/** The path at the base address's origin that stands for an address of the document; undefined where none does. */
function findRoot(url: URL, base: URL, replaced: readonly string[]): string | undefined {
  const path = trimSlashes(url.pathname);
  if (url.origin === base.origin) return path;
  const prefix = trimSlashes(base.pathname);
  for (const known of replaced.map((one) => new URL(one))) {
    // Where all calls go elsewhere, it does not matter by which protocol the document would make them.
    if (known.host !== url.host) continue;
    // The base address stands in the place of that server, and may put something before its path.
    const before = trimSlashes(known.pathname);
    if (path === before) return prefix;
    if (prefix.endsWith(before)) return prefix.slice(0, prefix.length - before.length) + path;
    if (path.startsWith(`${before}/`)) return prefix + path.slice(before.length);
  }
  return undefined;
}

function hasServers(servers: unknown): boolean {
  return Array.isArray(servers) && servers.length > 0;
}

/** The origins that operations name for themselves. */
interface NamedOrigins {
  /** The most frequent first. */
  readonly origins: readonly string[];
  /** Whether every operation names one. */
  readonly byAll: boolean;
}

function countOrigins(
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  from: string | undefined,
): NamedOrigins {
  const counts = new Map<string, number>();
  let count = 0;
  for (const { operation, item } of operations) {
    const [url] = getServerUrls(operation.servers ?? item.servers, from);
    if (url === undefined) continue;
    count += 1;
    const { origin } = new URL(url);
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const origins = [...counts].sort(([, a], [, b]) => b - a).map(([origin]) => origin);
  return { origins, byAll: count === operations.length };
}

/** The servers of a list that can be called. */
function getServerUrls(servers: unknown, from: string | undefined): string[] {
  return Array.isArray(servers) ? servers.flatMap((server) => toServerUrl(server, from) ?? []) : [];
}

function toServerUrl(server: unknown, from: string | undefined): string | undefined {
  if (!isRecord(server) || typeof server.url !== 'string') return undefined;
  const variables = isRecord(server.variables) ? server.variables : {};
  const text = server.url.slice(0, 2000).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isRecord(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
  if (/[{}]/.test(text) || !URL.canParse(text, from)) return undefined;
  const url = new URL(text, from);
  const usable = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password;
  return usable ? trimSlashes(url.origin + url.pathname) : undefined;
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}
