import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { integrationProblems } from '../../problems.ts';
import { DocumentError, type DocumentSource, type JsonObject, UnsupportedOperation } from './document.ts';
import type { Operation } from './operation.ts';

/** Server of one operation. Empty if it is the base URL. */
interface OperationServer {
  /** Origin, if it is not that of the base URL. Always confirmed, and always with a root. */
  readonly origin?: string;
  /** Path instead of that of the base URL, without a trailing slash. */
  readonly root?: string;
}

/** Resolves the server of an operation. Throws UnsupportedOperation if its origin is not allowed. */
export type ResolveServer = (servers: unknown) => OperationServer;

/** Servers of a document. */
interface Servers {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly resolveServer: ResolveServer;
}

/** Resolves the servers of a document. Throws a DocumentError without any server. */
export function resolveServers(
  document: JsonObject,
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  source: DocumentSource,
): Servers {
  const from = source.url ?? source.baseUrl;
  const documentUrls = getServerUrls(document.servers, from);
  const operationOrigins = countOrigins(operations, from);
  // Server of operations without their own: by default, the root of the document's origin.
  const shared = source.baseUrl ?? documentUrls[0] ?? (source.url && new URL(source.url).origin);
  const found = source.baseUrl ?? documentUrls[0] ?? operationOrigins.origins[0] ?? shared;
  if (found === undefined) throw new DocumentError(integrationProblems.base_url_missing, 'base_url');
  const base = new URL(found);
  const replaced = source.baseUrl === undefined ? [] : findReplacedUrls(base, documentUrls, operationOrigins);
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
      return chooseServer(urls, base, replaced, source.allowedOrigins ?? []);
    },
  };
}

/**
 * Returns the server URLs that a configured base URL replaces. They share one host: one URL cannot replace two servers.
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

/** Returns the first callable URL: below the base URL, else at an allowed origin. */
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

/** Maps a server URL to a path at the base URL. Undefined if it is another server. */
function findRoot(url: URL, base: URL, replaced: readonly string[]): string | undefined {
  const path = trimSlashes(url.pathname);
  if (url.origin === base.origin) return path;
  const prefix = trimSlashes(base.pathname);
  for (const known of replaced.map((one) => new URL(one))) {
    // The base URL replaces the host, so the protocol in the document does not matter.
    if (known.host !== url.host) continue;
    // The base URL replaces that server and may add a path prefix.
    const before = trimSlashes(known.pathname);
    if (path === before) return prefix;
    if (prefix.endsWith(before)) return prefix.slice(0, prefix.length - before.length) + path;
    if (path.startsWith(`${before}/`)) return prefix + path.slice(before.length);
  }
  return undefined;
}

/** Returns the servers of an operation: its own, else those of its path. An empty list is none. */
export function findOwnServers({ operation, item }: Pick<Operation, 'operation' | 'item'>): unknown {
  return [operation.servers, item.servers].find(hasServers);
}

function hasServers(servers: unknown): boolean {
  return Array.isArray(servers) && servers.length > 0;
}

/** Origins named by operations. */
interface NamedOrigins {
  /** Most frequent first. */
  readonly origins: readonly string[];
  /** Whether every operation names an origin. */
  readonly byAll: boolean;
}

function countOrigins(
  operations: readonly Pick<Operation, 'operation' | 'item'>[],
  from: string | undefined,
): NamedOrigins {
  const counts = new Map<string, number>();
  let count = 0;
  for (const { operation, item } of operations) {
    const [url] = getServerUrls(findOwnServers({ operation, item }), from);
    if (url === undefined) continue;
    count += 1;
    const { origin } = new URL(url);
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const origins = [...counts].sort(([, a], [, b]) => b - a).map(([origin]) => origin);
  return { origins, byAll: count === operations.length };
}

/** Returns the callable URLs of a list of servers. */
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
