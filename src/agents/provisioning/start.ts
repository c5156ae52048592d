import type { RunStarter } from '../../platform/temporal/starter.ts';
import { PROVISION_AGAIN, type ProvisionInput, provisionWorkflowId } from '../../skills/contract.ts';

/** Starts the workflow that looks for what a revision of an agent needs, or tells the running one that somebody asked once more. */
export function ensureProvisioning(
  temporal: Pick<RunStarter, 'ensureWorkflow'>,
  agentRevisionId: ProvisionInput['agentRevisionId'],
): Promise<void> {
  return temporal.ensureWorkflow(
    'provision',
    provisionWorkflowId(agentRevisionId),
    { agentRevisionId },
    PROVISION_AGAIN,
  );
}
