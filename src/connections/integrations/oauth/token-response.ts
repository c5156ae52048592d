import { parseJson } from '../../../platform/json.ts';
import type { TokenResponseDeclaration } from '../kinds/kind.ts';

type Members = Record<string, unknown>;

/**
 * The answer of a token endpoint as the standard has it: errors that came with status 200 are errors, the user's token stands
 * where tokens do, what is null is left out. What is neither JSON nor a form stays as it is.
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

/** What an answer holds, as JSON or as a form; undefined where it is neither. */
function parseMembers(text: string): Members | undefined {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return /^\w+=[^<>\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  }
}

/** The answer with the members of an object in it that holds the token. */
function unwrap(answer: Members, name: string | undefined): Members {
  const inner = name === undefined ? undefined : answer[name];
  const holds = typeof inner === 'object' && inner !== null && 'access_token' in inner;
  return holds ? { ...answer, ...inner } : answer;
}

/** The code of the error that an answer is, whatever its status. */
function findError(answer: Members, { failure, invalidGrant = [] }: TokenResponseDeclaration): string | undefined {
  const isFailure = failure !== undefined && answer[failure.flag] === false;
  const code = isFailure ? answer[failure.code] : answer.error;
  if (!isFailure && (code === undefined || code === null || typeof answer.access_token === 'string')) return undefined;
  const text = typeof code === 'string' && /^[\x21-\x7e]{1,100}$/.test(code) ? code : 'unknown_error';
  return invalidGrant.includes(text) ? 'invalid_grant' : text;
}

function toTokens(answer: Members): Members {
  // An identity that nobody asked for is not looked at.
  const { id_token: _, token_type: __, expires_in, ...rest } = answer;
  const seconds = Number(expires_in ?? Number.NaN);
  const lifetime = Number.isFinite(seconds) && seconds > 0 ? { expires_in: seconds } : {};
  const members = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
  // Each of these tokens is sent as a bearer's, whatever a service calls it.
  return { ...Object.fromEntries(members), ...lifetime, token_type: 'bearer' };
}
