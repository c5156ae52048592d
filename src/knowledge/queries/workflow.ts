import type { RunStarter } from '../../platform/temporal/starter.ts';
import { knowledgeQueryWorkflowId } from './contract.ts';

/** Starts the workflow that answers a query, unless it runs already. */
export function ensureKnowledgeQuery(
  temporal: Pick<RunStarter, 'ensureWorkflow'>,
  { id, org_id: orgId }: { readonly id: string; readonly org_id: string },
): Promise<void> {
  const input = { queryId: id };
  const place = { queue: 'background', orgId } as const;
  return temporal.ensureWorkflow('answerKnowledgeQuery', knowledgeQueryWorkflowId(input), input, undefined, place);
}
