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

/** Somebody on the way into an organization. */
export interface JoinRequest {
  readonly orgId: string;
  readonly userId: string;
  /** The code of an invite; without one another way in is looked for. */
  readonly code: string | undefined;
}

/** Somebody who joined, with the invite that let them in, if one did. */
export interface JoinResult {
  readonly member: MemberRow;
  readonly inviteId: string | undefined;
}

/** The change that makes a user a member. Throws as `joinOrganization` does. `byPage` says that the request came without a credential. */
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

/** Tells the workflow of an accepted invite, which would find out by itself later. */
export async function signalAccepted(ctx: ApiContext, inviteId: string | undefined): Promise<void> {
  if (inviteId !== undefined) await signalWorkflow(ctx, inviteWorkflow(inviteId), INVITE_ACCEPTED);
}
