import { errors, interactionPolicy } from 'oidc-provider';
import { REJECTED_REQUEST } from './address.ts';
import { assertKnownScopes } from './unknown-scopes.ts';

const { base, Check } = interactionPolicy;

/**
 * When a browser has to sign in or a user has to consent. The OAuth server's own session counts only while the same user
 * is signed in to the product: who signs out there, or is signed out everywhere, is signed out here.
 */
export function signInPolicy(signedIn: (cookies: string | undefined) => Promise<string | undefined>) {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('other_user', 'the user is not signed in', 'login_required', async (ctx) => {
      assertKnownScopes(ctx);
      if (ctx.query[REJECTED_REQUEST] !== undefined) throw new errors.AccessDenied(undefined, 'the user refused');
      const user = await signedIn(ctx.headers.cookie);
      ctx.state.stranger = user === undefined;
      const account = ctx.oidc.session?.accountId;
      if (account === undefined) return Check.NO_NEED_TO_PROMPT;
      return user === account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

/**
 * Whether the request that the server is about to put aside comes from a browser in which nobody is signed in to the
 * product. Anybody may send any number of those: they are not kept, but carried by the path of the page for signing in.
 */
export function isOtherUser(ctx: { readonly state: { readonly stranger?: unknown } } | undefined): boolean {
  return ctx?.state.stranger === true;
}
