import * as oauth from 'openid-client';
import type { PageAnswer } from './browser.ts';
import type { Json } from './client.ts';
import { getPublicUrl, type Person } from './identity.ts';
import type { StackInfo } from './stack.ts';

/** Redirect address of test clients. */
export const REDIRECT = 'https://client.example.com/callback';

/** Returns the issuer of a stack's OAuth server. */
export function getIssuer(stack: StackInfo): URL {
  return new URL(`${getPublicUrl(stack)}/auth`);
}

/** Configures the client library by discovery. */
export function discoverIssuer(issuer: URL, client: Json, auth?: oauth.ClientAuth): Promise<oauth.Configuration> {
  return oauth.discovery(issuer, client.client_id, client.client_secret ?? undefined, auth, {
    execute: [oauth.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}

/** Returns the error code of a failed OAuth request. */
export async function getOAuthError(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('it went well'),
    (reason: unknown) => reason,
  );
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) return error.error;
  throw error;
}

/** Posts to the OAuth server without a library. */
export async function postForm(
  issuer: URL,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${issuer.href}/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => undefined)) as Json,
  };
}

/** Returns the fields that authenticate a client. */
export const credentials = (client: Json) => ({ client_id: client.client_id, client_secret: client.client_secret });

/** Requests a client-credentials token. */
export async function requestClientToken(issuer: URL, client: Json, scope?: string): Promise<Json> {
  const answer = await postForm(issuer, 'token', {
    grant_type: 'client_credentials',
    ...credentials(client),
    ...(scope === undefined ? {} : { scope }),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Starts the code flow in a person's browser. An empty scope is left out. */
export async function startCodeFlow(
  config: oauth.Configuration,
  who: Person,
  scope: string,
  extra: Record<string, string> = {},
) {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    ...(scope === '' ? {} : { scope }),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { verifier, state, url, page: await who.browser.follow(await who.browser.get(url.href)) };
}

/** Returns the address of a form on a page by the last segment of its path. */
export const getFormAction = (text: string, name: string) =>
  new RegExp(`action="([^"]+/${name})"`).exec(text)?.[1] ?? '';

/** Signs in and consents where the page asks for it. */
export async function grantConsent(who: Person, page: PageAnswer) {
  let current = page;
  if (getFormAction(current.text, 'sign-in')) {
    const fields = { email: who.email, password: who.password };
    current = await who.browser.follow(await who.browser.submit(getFormAction(current.text, 'sign-in'), fields));
  }
  const consent = getFormAction(current.text, 'consent');
  return consent === '' ? current : who.browser.follow(await who.browser.submit(consent, {}));
}

/** Completes the code flow and returns the tokens with the parameters of the request. */
export async function obtainTokens(
  config: oauth.Configuration,
  who: Person,
  scope: string,
  extra: Record<string, string> = {},
) {
  const { verifier, state, page } = await startCodeFlow(config, who, scope, extra);
  const back = await grantConsent(who, page);
  if (back.location === undefined) throw new Error(back.text);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await oauth.authorizationCodeGrant(config, new URL(back.location), checks);
  return { config, tokens, back: new URL(back.location), verifier, state };
}
