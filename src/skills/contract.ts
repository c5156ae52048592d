/** Contract of skills for workflows and other modules. Pure. */
import type { WorkflowDescription } from '../platform/temporal/workflow.ts';

/** Status of a dependency for an agent revision. `pending` until the first check. */
export type ProvisioningStatus = 'pending' | 'provisioned' | 'needs_authorization' | 'missing' | 'failed';

/** Input of the `provision` workflow: an agent revision with dependencies. */
export interface ProvisionInput {
  readonly agentRevisionId: string;
}

/** Start of a provisioning request. */
export interface ProvisionRound {
  /** Number of the served request. */
  readonly asked: number;
  readonly dependencyIds: readonly string[];
}

/** Activities of provisioning for workflows. Each is safe to repeat. */
export interface SkillActivities {
  /** Returns the dependencies to check. */
  beginProvisioning(input: ProvisionInput): Promise<ProvisionRound>;
  /** Finds or creates the project's resource of a dependency, and stores its status. Authorizes nothing. */
  provisionDependency(input: { readonly dependencyId: string }): Promise<void>;
  /** Marks a request as served, unless there is a newer one. */
  endProvisioning(input: ProvisionInput & { readonly requests: number }): Promise<void>;
}

/** Signal: provisioning was requested again. */
export const PROVISION_AGAIN = 'again';

/** The workflow that provisions what the skills of an agent revision require. */
export function provisionWorkflow(agentRevisionId: string): WorkflowDescription {
  const input: ProvisionInput = { agentRevisionId };
  const id = `provision-${agentRevisionId}`;
  return { workflow: 'provision', id, input, wakeSignal: PROVISION_AGAIN };
}
