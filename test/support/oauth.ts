import * as oauth from 'openid-client';
import type { Json } from './client.ts';
import { addressOf, type Person } from './identity.ts';
import type { StackInfo } from './stack.ts';

/** Where the code-flow clients of tests send people back to. */
export const REDIRECT = 'https://client.example.com/callback';

/** The address of a stack's OAuth server. */
export function issuerOf(stack: StackInfo): URL {
  return new URL(`${addressOf(stack)}/auth`);
}

/** The client library, set up by discovery. */
export function configure(issuer: URL, client: Json, auth?: oauth.ClientAuth): Promise<oauth.Configuration> {
  return oauth.discovery(issuer, client.client_id, client.client_secret ?? undefined, auth, {
    execute: [oauth.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}

/** The error code an OAuth client library reports. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
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

/** The fields by which a client says who it is. */
export const credentials = (client: Json) => ({ client_id: client.client_id, client_secret: client.client_secret });

/** A client-credentials token's answer. */
export async function clientToken(issuer: URL, client: Json, scope?: string): Promise<Json> {
  const answer = await postForm(issuer, 'token', {
    grant_type: 'client_credentials',
    ...credentials(client),
    ...(scope === undefined ? {} : { scope }),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Begins the code flow in a person's browser. */
export async function begin(
  config: oauth.Configuration,
  who: Person,
  scope: string,
  extra: Record<string, string> = {},
) {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { verifier, state, url, page: await who.browser.follow(await who.browser.get(url.href)) };
}

/** The address of a form on a page, by the last part of its path. */
export const actionOf = (text: string, name: string) => new RegExp(`action="([^"]+/${name})"`).exec(text)?.[1] ?? '';

/** Signs in where it is asked for, and consents. */
export async function allow(who: Person, page: { text: string }) {
  let { text } = page;
  if (actionOf(text, 'sign-in')) {
    const fields = { email: who.email, password: who.password };
    const next = await who.browser.follow(await who.browser.submit(actionOf(text, 'sign-in'), fields));
    text = next.text;
  }
  return who.browser.follow(await who.browser.submit(actionOf(text, 'consent'), {}));
}

/** Goes through the whole code flow and answers the tokens, with what they were got by. */
export async function tokensFor(
  config: oauth.Configuration,
  who: Person,
  scope: string,
  extra: Record<string, string> = {},
) {
  const { verifier, state, page } = await begin(config, who, scope, extra);
  const back = await allow(who, page);
  if (back.location === undefined) throw new Error(back.text);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await oauth.authorizationCodeGrant(config, new URL(back.location), checks);
  return { config, tokens, back: new URL(back.location), verifier, state };
}
