import { findMember, type MemberRow } from '../../src/access/members.ts';
import { formatSubject } from '../../src/access/subjects.ts';
import type { Changed } from '../../src/audit/change.ts';
import { INVITE_ACCEPTED, inviteWorkflow } from '../../src/organizations/contract.ts';
import { joinOrganization } from '../../src/organizations/join.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { signalWorkflow } from '../../src/platform/temporal/workflow.ts';
import type { AuditDetails } from '../change.ts';
import type { ApiContext } from '../context.ts';

/** User who joins an organization. */
interface JoinRequest {
  readonly orgId: string;
  readonly userId: string;
  /** Code of an invite. Without one, the address or its domain must allow joining. */
  readonly code: string | undefined;
}

/** New member, with the accepted invite if any. */
export interface JoinResult {
  readonly member: MemberRow;
  readonly inviteId: string | undefined;
}

/** Adds a user as a member. Throws like `joinOrganization`. `byPage` marks requests without a credential. */
export async function joinByInvite(
  trx: Executor,
  { orgId, userId, code }: JoinRequest,
  byPage = false,
): Promise<Changed<JoinResult, AuditDetails>> {
  const subject = { type: 'user' as const, id: userId };
  const invite = await joinOrganization(trx, orgId, userId, code);
  const member = orNotFound(await findMember(trx, orgId, subject), 'member', userId);
  const audited: AuditDetails = {
    resource: { type: 'organization', id: orgId },
    scope: { orgId, projectId: null },
    labels: { member: formatSubject(subject) },
    payload: { roles: member.roles, project_roles: invite?.project_roles ?? {}, invite_id: invite?.id ?? null },
    ...(byPage ? { userId } : {}),
    audience: { permission: 'organization:view_members' as const, of: orgId },
  };
  return { result: { member, inviteId: invite?.id }, audited };
}

/** Signals the workflow of an accepted invite. Without the signal it notices later. */
export async function signalAccepted(ctx: ApiContext, inviteId: string | undefined): Promise<void> {
  if (inviteId !== undefined) await signalWorkflow(ctx, inviteWorkflow(inviteId), INVITE_ACCEPTED);
}
