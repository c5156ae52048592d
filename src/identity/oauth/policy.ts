import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { REJECTED_REQUEST } from './address.ts';
import { isExternalClientId } from './external-clients.ts';
import { assertKnownScopes } from './unknown-scopes.ts';

const { base, Check } = interactionPolicy;

/**
 * Decides when a browser must sign in or a user must consent. The OAuth session counts only while the same user has a
 * product session, so that signing out of the product signs out here.
 */
export function signInPolicy(signedIn: (cookies: string | undefined) => Promise<string | undefined>) {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('other_user', 'the user is not signed in', 'login_required', async (ctx) => {
      assertKnownScopes(ctx);
      assertResourceOfExternalClient(ctx);
      if (ctx.query[REJECTED_REQUEST] !== undefined)
        throw new errors.AccessDenied(undefined, 'the user denied the request');
      const user = await signedIn(ctx.headers.cookie);
      ctx.state.stranger = user === undefined;
      const account = ctx.oidc.session?.accountId;
      if (account === undefined) return Check.NO_NEED_TO_PROMPT;
      return user === account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  policy.get('consent')?.checks.add(
    new Check('other_resource', 'the user consented for a resource only', 'consent_required', ({ oidc }) => {
      const isBound = Object.keys(oidc.grant?.resources ?? {}).length > 0;
      return isBound && Object.keys(oidc.resourceServers ?? {}).length === 0
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}

/** Throws `invalid_target` if a client that no editor created requests access to more than one MCP server. */
function assertResourceOfExternalClient({ oidc }: KoaContextWithOIDC): void {
  if (isExternalClientId(oidc.client?.clientId ?? '') && Object.keys(oidc.resourceServers ?? {}).length !== 1)
    throw new errors.InvalidTarget('the client must request exactly one resource: the URL of an MCP server');
}

/**
 * Whether the request comes from a browser without a product session. Anyone can send such requests, so they are not
 * stored; the path of the sign-in page carries them.
 */
export function isOtherUser(ctx: { readonly state: { readonly stranger?: unknown } } | undefined): boolean {
  return ctx?.state.stranger === true;
}
