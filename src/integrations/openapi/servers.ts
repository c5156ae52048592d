import { isRecord } from '../../platform/json-schema.ts';
import { type DocumentPlace, DocumentProblem, type JsonObject } from './document.ts';

/** Where the calls of a document go, without a slash at the end. Throws a DocumentProblem where nobody says it. */
export function baseUrlOf(document: JsonObject, place: DocumentPlace): string {
  if (place.baseUrl !== undefined) return trimmed(place.baseUrl);
  const found = firstServer(document.servers, place) ?? (place.url && serverUrl({ url: '/' }, place));
  if (found) return found;
  throw new DocumentProblem('is needed: the document names no http or https address of a server', 'base_url');
}

/** The first server of a list that can be called; undefined where there is none. */
export function firstServer(servers: unknown, place: DocumentPlace): string | undefined {
  if (!Array.isArray(servers)) return undefined;
  for (const server of servers) {
    const url = serverUrl(server, place);
    if (url !== undefined) return url;
  }
  return undefined;
}

function serverUrl(server: unknown, { url: from }: DocumentPlace): string | undefined {
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
