import { interactionPolicy } from 'oidc-provider';
import { refuseUnknownScopes } from './scopes.ts';

const { base, Check } = interactionPolicy;

/**
 * When a browser has to sign in or a user has to consent. The OAuth server's own session counts only while the same user
 * is signed in to the product: who signs out there, or is signed out everywhere, is signed out here.
 */
export function signInPolicy(signedIn: (cookies: string | undefined) => Promise<string | undefined>) {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('other_user', 'the user is not signed in', 'login_required', async (ctx) => {
      refuseUnknownScopes(ctx);
      const account = ctx.oidc.session?.accountId;
      if (account === undefined) return Check.NO_NEED_TO_PROMPT;
      const user = await signedIn(ctx.headers.cookie);
      return user === account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}
