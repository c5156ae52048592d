import { revokeKeysOfUser } from '../../src/identity/api-keys.ts';
import { withdrawGrants } from '../../src/identity/oauth/grants.ts';
import { confirmSignUp, isAddressTaken, type LinkResult, resetPassword } from '../../src/identity/verified-users.ts';
import { canSignUp } from '../../src/organizations/sign-up.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';

/** Creates the account of a confirmed address. Returns false if the token is invalid, expired or used. */
export async function verifyAddress(
  ctx: ApiContext,
  linkInput: LinkResult & { readonly name?: string | undefined },
  change: Change,
): Promise<boolean> {
  try {
    return await change(async (trx) => {
      const id = await confirmSignUp(trx, (email) => canSignUp(trx, ctx.config.signUp, email), linkInput);
      if (id === undefined) return { result: false, audited: 'unchanged' };
      return { result: true, audited: { resource: { type: 'user', id }, userId: id } };
    });
  } catch (error) {
    if (isAddressTaken(error)) return false;
    throw error;
  }
}

/** Credentials that also end when a user sets a new password. */
interface ResetOptions {
  readonly withdrawGrants: boolean;
  readonly revokeApiKeys: boolean;
}

/** Sets a new password. Returns false if the token is invalid, expired or used. */
export function setNewPassword(linkInput: LinkResult, options: ResetOptions, change: Change): Promise<boolean> {
  return change(async (trx) => {
    const id = await resetPassword(trx, linkInput);
    if (id === undefined) return { result: false, audited: 'unchanged' };
    const grants = options.withdrawGrants ? await withdrawGrants(trx, id) : [];
    const keys = options.revokeApiKeys ? await revokeKeysOfUser(trx, id) : 0;
    const payload = { grants_withdrawn: grants.length, api_keys_revoked: keys };
    return { result: true, audited: { resource: { type: 'user', id }, userId: id, payload } };
  });
}
