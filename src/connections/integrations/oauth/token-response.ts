import { parseJson } from '../../../platform/json.ts';
import type { TokenResponseDeclaration } from '../kinds/kind.ts';

type Members = Record<string, unknown>;

/**
 * Converts a token response to the standard: errors with status 200 become errors, the user's token moves to the top
 * level, and nulls are removed. Other content types stay unchanged.
 */
export async function normalizeTokenResponse(
  response: Response,
  declared: TokenResponseDeclaration = {},
): Promise<Response> {
  const text = await response.text();
  const members = parseMembers(text);
  if (members === undefined) return new Response(text, { status: response.status, headers: response.headers });
  const answer = unwrap(members, declared.within);
  const error = findError(answer, declared);
  if (error !== undefined) return toJsonResponse({ error }, response.status < 400 ? 400 : response.status);
  return toJsonResponse(toTokens(answer), response.status);
}

function toJsonResponse(value: Members, status: number): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}

/** Parses JSON or a form. Returns undefined for anything else. */
function parseMembers(text: string): Members | undefined {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return /^\w+=[^<>\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  }
}

/** Merges the nested object that has the token into the response. */
function unwrap(answer: Members, name: string | undefined): Members {
  const inner = name === undefined ? undefined : answer[name];
  const holds = typeof inner === 'object' && inner !== null && 'access_token' in inner;
  return holds ? { ...answer, ...inner } : answer;
}

/** Returns the error code of a response, whatever its status. Undefined if it is no error. */
function findError(answer: Members, { failure, invalidGrant = [] }: TokenResponseDeclaration): string | undefined {
  const isFailure = failure !== undefined && answer[failure.flag] === false;
  const code = isFailure ? answer[failure.code] : answer.error;
  if (!isFailure && (code === undefined || code === null || typeof answer.access_token === 'string')) return undefined;
  const text = typeof code === 'string' && /^[\x21-\x7e]{1,100}$/.test(code) ? code : 'unknown_error';
  return invalidGrant.includes(text) ? 'invalid_grant' : text;
}

function toTokens(answer: Members): Members {
  // An ID token was not requested and is ignored.
  const { id_token: _, token_type: __, expires_in, ...rest } = answer;
  const seconds = Number(expires_in ?? Number.NaN);
  const lifetime = Number.isFinite(seconds) && seconds > 0 ? { expires_in: seconds } : {};
  const members = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
  // All these tokens are bearer tokens, whatever the service calls them.
  return { ...Object.fromEntries(members), ...lifetime, token_type: 'bearer' };
}
