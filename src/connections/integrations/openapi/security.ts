import { isRecord } from '../../../platform/json-schema.ts';
import type { CredentialHint, JsonObject } from './document.ts';
import type { IsCredential } from './parameters.ts';
import { resolveObject } from './references.ts';

const NONE: CredentialHint = { kind: 'none' };

/** Returns the resolvable security schemes by name. */
function getSchemes(document: JsonObject): Map<string, JsonObject> {
  const { components } = document;
  const given = isRecord(components) && isRecord(components.securitySchemes) ? components.securitySchemes : {};
  const schemes = Object.entries(given).flatMap(([name, scheme]) => {
    try {
      return [[name, resolveObject(document, scheme)] as const];
    } catch {
      return [];
    }
  });
  return new Map(schemes);
}

/** Returns the authentication that the document requires, else one that it declares. */
export function toCredentialHint(document: JsonObject): CredentialHint {
  const schemes = getSchemes(document);
  const requirements = Array.isArray(document.security) ? document.security : [];
  const required = requirements.flatMap((one) =>
    isRecord(one) && Object.keys(one).length === 1 ? Object.keys(one) : [],
  );
  const hints = [...required, ...schemes.keys()].flatMap((name) => toHint(schemes.get(name)) ?? []);
  // A pasted key or token is easier than a new OAuth client.
  return hints.find(({ kind }) => kind !== 'oauth') ?? hints[0] ?? NONE;
}

/** Creates a check for parameters that are the credential. */
export function createCredentialCheck(document: JsonObject): IsCredential {
  const keys = [...getSchemes(document).values()].filter(({ type }) => type === 'apiKey');
  const knownKeys = new Set(keys.map(({ in: place, name }) => toKey(String(place), String(name))));
  return (place, name) => knownKeys.has(toKey(place, name));
}

/** Header names are case-insensitive. */
function toKey(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function toHint(scheme: JsonObject | undefined): CredentialHint | undefined {
  const { type, scheme: word, in: place, name, flows } = scheme ?? {};
  if (type === 'http') {
    const kind = String(word).toLowerCase();
    return kind === 'bearer' || kind === 'basic' ? { kind } : undefined;
  }
  if (type === 'apiKey' && typeof name === 'string' && (place === 'header' || place === 'query'))
    return place === 'header' && name.toLowerCase() === 'authorization' ? { kind: 'bearer' } : { kind: place, name };
  return type === 'oauth2' ? toOAuthHint(flows) : undefined;
}

function toOAuthHint(flows: unknown): CredentialHint | undefined {
  if (!isRecord(flows)) return undefined;
  const flow = flows.authorizationCode ?? flows.clientCredentials;
  if (!isRecord(flow) || typeof flow.tokenUrl !== 'string') return undefined;
  const { authorizationUrl, tokenUrl, scopes } = flow;
  return {
    kind: 'oauth',
    authorizationUrl: typeof authorizationUrl === 'string' ? authorizationUrl : null,
    tokenUrl,
    scopes: isRecord(scopes) ? Object.keys(scopes).slice(0, 200) : [],
  };
}
