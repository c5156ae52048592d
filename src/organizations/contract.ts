/** Contract of the organizations module for workflows and other modules. Pure. */
import type { WorkflowDescription } from '../platform/temporal/workflow.ts';

/** Input of the `invite` workflow. */
export interface InviteInput {
  readonly inviteId: string;
}

/** Input of the `domainVerification` workflow. */
export interface DomainInput {
  readonly domainId: string;
}

/** Result of a check: finished, or milliseconds until the next check. */
export interface NextCheck {
  readonly over: boolean;
  readonly inMs: number;
}

/** Activities of the organizations module. */
export interface OrganizationActivities {
  /** Stores what is due of an invite by the database's clock: its mail, the reminder or the expiry. Idempotent. */
  advanceInvite(input: InviteInput): Promise<NextCheck>;
  /** Checks a domain's DNS record and stores the result. Idempotent. */
  checkDomain(input: DomainInput): Promise<NextCheck>;
}

/** Signals of an invite's workflow. The workflow reads the change from the row. */
export const INVITE_ACCEPTED = 'accepted';
/** Signal: the invite was withdrawn. */
export const INVITE_CANCELLED = 'cancelled';
/** Signal: the invite was sent again. */
export const INVITE_RESENT = 'resent';
/** Signal of a domain's workflow after a check or a deletion. The workflow reads the change from the row. */
export const DOMAIN_CHANGED = 'changed';

/** Describes the workflow of an invite. */
export function inviteWorkflow(inviteId: string): WorkflowDescription {
  const input: InviteInput = { inviteId };
  return { workflow: 'invite', id: `invite-${inviteId}`, input, wakeSignal: INVITE_RESENT };
}

/** Describes the workflow that verifies a domain. */
export function domainWorkflow(domainId: string): WorkflowDescription {
  const input: DomainInput = { domainId };
  const id = `domain-${domainId}`;
  return { workflow: 'domainVerification', id, input, wakeSignal: DOMAIN_CHANGED };
}
