import type { FastifyReply, FastifyRequest } from 'fastify';
import { change } from '../../../src/audit/change.ts';
import { isAddressTaken, signUpProved } from '../../../src/identity/proved.ts';
import { forgetFailures } from '../../../src/identity/throttle.ts';
import type { OpenInvite } from '../../../src/organizations/invites/accepting.ts';
import { getClientNetwork } from '../../../src/platform/http/addresses.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import type { ApiContext } from '../../context.ts';
import { signIn } from '../../identity/session.ts';
import { type AuditNote, changeFor, eventOf } from '../../plugins/audit.ts';
import { type Joined, joining } from '../joining.ts';

/** Whether the code of an invite proves an address: it was mailed to it. */
export function isProved(invite: OpenInvite, email: string): boolean {
  return normalizeAddress(email) === invite.email_address;
}

/** Somebody who signs up with the address that an invite was mailed to. */
interface Newcomer {
  readonly name: string;
  readonly password: string;
  readonly invite: OpenInvite;
  readonly code: string;
}

/** Makes the account, lets it join and signs the browser in; undefined where the address has a confirmed account already. */
export async function signUpInvited(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, password, invite, code }: Newcomer,
): Promise<Joined | undefined> {
  const email = invite.email_address;
  const made = await change(ctx.db, async (trx) => {
    const userId = await signUpProved(trx, { email, name, password });
    if (userId === undefined) return { result: undefined, audited: 'unchanged' };
    const { result, audited } = await joining(trx, { orgId: invite.org_id, userId, code }, true);
    const event = (audit: string, note: AuditNote) => eventOf({ id: 'page.invite', audit }, request, note);
    const signedUp = event('user.signed_up', { resource: { type: 'user', id: userId }, userId });
    return { result, audited: audited === 'unchanged' ? signedUp : [event('organization.joined', audited), signedUp] };
  }).catch((error: unknown) => {
    if (isAddressTaken(error)) return undefined;
    throw error;
  });
  if (made === undefined) return undefined;
  // Whoever proved the address does not wait for what others guessed at it from the same place.
  await forgetFailures(ctx.db, email, getClientNetwork(request.ip));
  const signedIn = changeFor(ctx, { id: 'page.invite', audit: 'user.signed_in' }, request);
  await signIn(ctx, request, reply, { email, password }, signedIn.change);
  return made;
}
