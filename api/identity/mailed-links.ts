import { revokeKeysOfUser } from '../../src/identity/api-keys.ts';
import { withdrawGrants } from '../../src/identity/oauth/grants.ts';
import { confirmSignUp, isAddressTaken, type LinkAnswer, resetPassword } from '../../src/identity/proved.ts';
import type { ApiContext } from '../context.ts';
import type { Audit } from '../plugins/audit.ts';

/** Makes the account of a confirmed address; false when the token is not one of ours, too old or used. */
export async function verifyAddress(
  ctx: ApiContext,
  answer: LinkAnswer & { readonly name?: string | undefined },
  audit: Audit,
): Promise<boolean> {
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const id = await confirmSignUp(trx, ctx.config.signUp, answer);
      if (id !== undefined) await audit(trx, { resource: { type: 'user', id }, userId: id });
      return id !== undefined;
    });
  } catch (error) {
    if (isAddressTaken(error)) return false;
    throw error;
  }
}

/** What else somebody wants to end who chooses a new password. */
export interface Endings {
  readonly withdrawGrants: boolean;
  readonly revokeApiKeys: boolean;
}

/** Sets a new password; false when the token is not one of ours, too old or used. */
export function setNewPassword(ctx: ApiContext, answer: LinkAnswer, endings: Endings, audit: Audit): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const id = await resetPassword(trx, answer);
    if (id === undefined) return false;
    const grants = endings.withdrawGrants ? await withdrawGrants(trx, id) : [];
    const keys = endings.revokeApiKeys ? await revokeKeysOfUser(trx, id) : 0;
    const payload = { grants_withdrawn: grants.length, api_keys_revoked: keys };
    await audit(trx, { resource: { type: 'user', id }, userId: id, payload });
    return true;
  });
}
