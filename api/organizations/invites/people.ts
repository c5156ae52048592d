import type { FastifyReply, FastifyRequest } from 'fastify';
import { change } from '../../../src/audit/change.ts';
import { deleteFailures } from '../../../src/identity/throttle.ts';
import { createVerifiedUser, isAddressTaken } from '../../../src/identity/verified-users.ts';
import type { PendingInvite } from '../../../src/organizations/invites/accept.ts';
import { getClientNetwork } from '../../../src/platform/http/addresses.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import type { AuditDetails } from '../../change.ts';
import type { ApiContext } from '../../context.ts';
import { signIn } from '../../identity/session.ts';
import { createAuditEvent, createChange } from '../../plugins/audit.ts';
import { type JoinResult, joinByInvite } from '../join.ts';

/** Whether an invite's code proves an address, because it was mailed there. */
export function isVerified(invite: PendingInvite, email: string): boolean {
  return normalizeAddress(email) === invite.email_address;
}

/** Person who signs up with the invited address. */
interface InvitedUser {
  readonly name: string;
  readonly password: string;
  readonly invite: PendingInvite;
  readonly code: string;
}

/**
 * Creates the account, accepts the invite and signs the browser in. Returns undefined if the address has a confirmed
 * account.
 */
export async function createInvitedUser(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, password, invite, code }: InvitedUser,
): Promise<JoinResult | undefined> {
  const email = invite.email_address;
  const created = await change(ctx.db, async (trx) => {
    const userId = await createVerifiedUser(trx, { email, name, password });
    if (userId === undefined) return { result: undefined, audited: 'unchanged' };
    const { result, audited } = await joinByInvite(trx, { orgId: invite.org_id, userId, code }, true);
    const event = (name: string, details: AuditDetails) =>
      createAuditEvent({ id: 'page.invite', audit: { event: name } }, request, details);
    const signedUp = event('user.signed_up', { resource: { type: 'user', id: userId }, userId });
    return { result, audited: audited === 'unchanged' ? signedUp : [event('organization.joined', audited), signedUp] };
  }).catch((error: unknown) => {
    if (isAddressTaken(error)) return undefined;
    throw error;
  });
  if (created === undefined) return undefined;
  // The address is proven, so failed guesses from the same network no longer delay its sign-in.
  await deleteFailures(ctx.db, email, getClientNetwork(request.ip));
  const signedIn = createChange(
    ctx,
    {
      id: 'page.invite',
      audit: { event: 'user.signed_in' },
    },
    request,
  );
  await signIn(ctx, request, reply, { email, password }, signedIn.change);
  return created;
}
