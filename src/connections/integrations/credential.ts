import { errors, throwProblems } from '../../platform/errors.ts';
import { findHeadersProblem } from '../../platform/http/guarded-client.ts';
import type { Problem } from '../../platform/messages.ts';
import { integrationProblems } from '../problems.ts';
import type { BuiltRequest } from './request.ts';
import type { CredentialKind, IntegrationConfig } from './tables.ts';

/** A credential in a request. */
export interface CredentialInput {
  readonly kind: CredentialKind;
  /** Name of the header or query parameter. */
  readonly name?: string | undefined;
  /** API key or token. */
  readonly value?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | null | undefined;
}

/** The visible and the secret part of a credential. */
interface SplitCredential {
  readonly display: NonNullable<IntegrationConfig['credential']>;
  /** Undefined if calls are not authenticated. */
  readonly secret: string | undefined;
}

/** Required members by kind. For basic, either the user name or the password may be empty. */
const REQUIRED_MEMBERS: Readonly<Record<CredentialKind, readonly (keyof CredentialInput)[]>> = {
  none: [],
  bearer: ['value'],
  header: ['name', 'value'],
  query: ['name', 'value'],
  basic: ['username', 'password'],
};
const MEMBERS = ['name', 'value', 'username', 'password'] as const;

/** Splits a credential into its visible and its secret part. Throws a 422 that names missing or extra members. */
export function splitCredential(input: CredentialInput): SplitCredential {
  const { kind } = input;
  const invalid = (member: string, problem: Problem) => errors.invalid(['config', 'credential', member], problem);
  const found = MEMBERS.flatMap((member) => {
    const isRequired = REQUIRED_MEMBERS[kind].includes(member);
    const isMissing = kind === 'basic' ? member === 'username' && input[member] === undefined : !input[member];
    if (isRequired && isMissing) return invalid(member, integrationProblems.credential_field_missing({ kind }));
    if (isRequired || (input[member] ?? undefined) === undefined) return [];
    return invalid(member, integrationProblems.credential_field_not_used({ kind }));
  });
  throwProblems(found);
  const { name = '', value = '', username = '' } = input;
  const password = input.password ?? '';
  if (kind === 'basic' && username.includes(':'))
    throw invalid('username', integrationProblems.credential_user_with_colon);
  if (kind === 'basic' && username === '' && password === '')
    throw invalid('username', integrationProblems.credential_empty);
  const secret = kind === 'basic' ? `${username}:${password}` : value;
  if (kind !== 'none' && kind !== 'query') {
    const cause = findHeadersProblem(toAuthParams({ kind, name }, secret).headers);
    const member = kind === 'header' ? 'name' : (REQUIRED_MEMBERS[kind][0] ?? 'kind');
    if (cause !== undefined) throw invalid(member, integrationProblems.credential_not_sendable({ cause }));
  }
  // Without a password, the user name is the secret.
  const displayUser = password === '' ? undefined : username;
  const displayName = { header: name, query: name, basic: displayUser }[kind as string];
  return {
    display: { kind, ...(displayName === undefined ? {} : { name: displayName }) },
    secret: kind === 'none' ? undefined : secret,
  };
}

/** Adds the credential to a request. It overrides arguments of the same name. */
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

/** Returns the secret part of user name and password: the password, or the user name if it is empty. */
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

/** Sets a parameter in the query of a URL. */
function addQueryKey(address: string, key: readonly [string, string] | undefined): string {
  if (key === undefined) return address;
  const [name, value] = key;
  const [place = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== encodeURIComponent(name));
  return `${place}?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&')}`;
}
