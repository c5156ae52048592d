/** What workflows and other modules may know of skills. Pure. */
import type { WorkflowDescription } from '../platform/temporal/workflow.ts';

/** How a dependency of a skill stands for a revision of an agent; `pending` until it was looked at. */
export type ProvisioningStatus = 'pending' | 'provisioned' | 'needs_authorization' | 'missing' | 'failed';

/** Input of the `provision` workflow: the revision of an agent whose skills need something. */
export interface ProvisionInput {
  readonly agentRevisionId: string;
}

/** What a look at a revision's dependencies begins with. */
export interface ProvisionRound {
  /** Which request is being served. */
  readonly asked: number;
  readonly dependencyIds: readonly string[];
}

/** Activities of provisioning, as workflows call them; all are safe to repeat. */
export interface SkillActivities {
  /** Says what is to be looked at. */
  beginProvisioning(input: ProvisionInput): Promise<ProvisionRound>;
  /** Finds or makes the project's record of one dependency, and stores how it stands. Authorises nothing. */
  provisionDependency(input: { readonly dependencyId: string }): Promise<void>;
  /** Notes that a request was served, unless there was another since. */
  endProvisioning(input: ProvisionInput & { readonly requests: number }): Promise<void>;
}

/** Signal of the workflow: somebody asked once more. */
export const PROVISION_AGAIN = 'again';

/** The workflow that provisions what the skills of an agent revision require. */
export function provisionWorkflow(agentRevisionId: string): WorkflowDescription {
  const input: ProvisionInput = { agentRevisionId };
  const id = `provision-${agentRevisionId}`;
  return { workflow: 'provision', id, input, wakeSignal: PROVISION_AGAIN };
}
