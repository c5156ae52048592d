import { errors, refuseAll } from '../../platform/errors.ts';
import { headersProblem } from '../../platform/http/guarded.ts';
import type { Problem } from '../../platform/messages.ts';
import { integrationProblems } from '../problems.ts';
import type { BuiltRequest } from './request.ts';
import type { CredentialKind, IntegrationConfig } from './tables.ts';

/** A credential as it is given. */
export interface CredentialInput {
  readonly kind: CredentialKind;
  /** Of a header or a key of the query. */
  readonly name?: string | undefined;
  /** The key or token itself. */
  readonly value?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | null | undefined;
}

/** What is shown of a credential, and what is not. */
export interface SplitCredential {
  readonly display: NonNullable<IntegrationConfig['credential']>;
  /** Undefined where calls are not signed. */
  readonly secret: string | undefined;
}

/** Members that each kind needs; of user and password one may be empty, and no password is an empty one. */
const REQUIRED_MEMBERS: Readonly<Record<CredentialKind, readonly (keyof CredentialInput)[]>> = {
  none: [],
  bearer: ['value'],
  header: ['name', 'value'],
  query: ['name', 'value'],
  basic: ['username', 'password'],
};
const MEMBERS = ['name', 'value', 'username', 'password'] as const;

/** Parts a credential into what records show and what is sealed. Throws a 422 that names what is missing or too much. */
export function splitCredential(given: CredentialInput): SplitCredential {
  const { kind } = given;
  const invalid = (member: string, problem: Problem) => errors.invalid(['config', 'credential', member], problem);
  const found = MEMBERS.flatMap((member) => {
    const isRequired = REQUIRED_MEMBERS[kind].includes(member);
    const isMissing = kind === 'basic' ? member === 'username' && given[member] === undefined : !given[member];
    if (isRequired && isMissing) return invalid(member, integrationProblems.credential_field_missing({ kind }));
    if (isRequired || (given[member] ?? undefined) === undefined) return [];
    return invalid(member, integrationProblems.credential_field_not_used({ kind }));
  });
  refuseAll(found);
  const { name = '', value = '', username = '' } = given;
  const password = given.password ?? '';
  if (kind === 'basic' && username.includes(':'))
    throw invalid('username', integrationProblems.credential_user_with_colon);
  if (kind === 'basic' && username === '' && password === '')
    throw invalid('username', integrationProblems.credential_empty);
  const secret = kind === 'basic' ? `${username}:${password}` : value;
  if (kind !== 'none' && kind !== 'query') {
    const cause = headersProblem(toAuthParams({ kind, name }, secret).headers);
    const member = kind === 'header' ? 'name' : (REQUIRED_MEMBERS[kind][0] ?? 'kind');
    if (cause !== undefined) throw invalid(member, integrationProblems.credential_not_sendable({ cause }));
  }
  // Where there is no password, what stands for the user is the key.
  const displayUser = password === '' ? undefined : username;
  const displayName = { header: name, query: name, basic: displayUser }[kind as string];
  return {
    display: { kind, ...(displayName === undefined ? {} : { name: displayName }) },
    secret: kind === 'none' ? undefined : secret,
  };
}

/** The same request, signed. The secret stands over whatever the arguments put in its place. */
export function signRequestWith(
  request: BuiltRequest,
  credential: NonNullable<IntegrationConfig['credential']>,
  secret: string,
): BuiltRequest {
  const { headers, query } = toAuthParams(credential, secret);
  const added = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(request.headers).filter(([name]) => !added.has(name.toLowerCase()));
  return { ...request, headers: { ...Object.fromEntries(others), ...headers }, url: addQueryKey(request.url, query) };
}

/** What is secret by itself of a user and a password: the password, or the user where there is none. */
export function getSecretParts({ name }: NonNullable<IntegrationConfig['credential']>, secret: string): string[] {
  const colon = secret.indexOf(':');
  return name === undefined ? [secret.slice(0, colon)] : [secret.slice(colon + 1)];
}

function toAuthParams(
  { kind, name = '' }: NonNullable<IntegrationConfig['credential']>,
  secret: string,
): { readonly headers: Record<string, string>; readonly query?: readonly [string, string] } {
  if (kind === 'bearer') return { headers: { authorization: `Bearer ${secret}` } };
  if (kind === 'basic') return { headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` } };
  if (kind === 'header') return { headers: { [name.toLowerCase()]: secret } };
  return kind === 'query' ? { headers: {}, query: [name, secret] } : { headers: {} };
}

/** An address with a key in its query, in place of any of that name. */
function addQueryKey(address: string, key: readonly [string, string] | undefined): string {
  if (key === undefined) return address;
  const [name, value] = key;
  const [place = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== encodeURIComponent(name));
  return `${place}?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&')}`;
}
