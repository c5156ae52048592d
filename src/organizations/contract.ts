/** What workflows and other modules may know of organizations. Pure. */
import type { WorkflowDescription } from '../platform/temporal/workflow.ts';

/** Input of the `invite` workflow. */
export interface InviteInput {
  readonly inviteId: string;
}

/** Input of the `domainVerification` workflow. */
export interface DomainInput {
  readonly domainId: string;
}

/** What is next for a thing that waits for its time: nothing any more, or another look after so many milliseconds. */
export interface NextCheck {
  readonly over: boolean;
  readonly inMs: number;
}

/** Activities of the organizations room, as workflows call them. */
export interface OrganizationActivities {
  /** Does what is due for an invite by its row and the database's clock: sends, reminds or expires it. Safe to repeat. */
  advanceInvite(input: InviteInput): Promise<NextCheck>;
  /** Looks for a domain's DNS record and stores what it found. Safe to repeat. */
  checkDomain(input: DomainInput): Promise<NextCheck>;
}

/** Signals of an invite's workflow; what they tell is read from its row. */
export const INVITE_ACCEPTED = 'accepted';
export const INVITE_CANCELLED = 'cancelled';
export const INVITE_RESENT = 'resent';
/** Signal of a domain's workflow: somebody looked or took the domain away, the row says what came of it. */
export const DOMAIN_CHANGED = 'changed';

/** The workflow of an invite. */
export function inviteWorkflow(inviteId: string): WorkflowDescription {
  const input: InviteInput = { inviteId };
  return { workflow: 'invite', id: `invite-${inviteId}`, input, wakeSignal: INVITE_RESENT };
}

/** The workflow that verifies a domain. */
export function domainWorkflow(domainId: string): WorkflowDescription {
  const input: DomainInput = { domainId };
  const id = `domain-${domainId}`;
  return { workflow: 'domainVerification', id, input, wakeSignal: DOMAIN_CHANGED };
}
