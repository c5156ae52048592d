/** Contract of stored queries for workflows. Pure. */

import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Input of the `answerKnowledgeQuery` workflow. */
export interface KnowledgeQueryInput {
  readonly queryId: string;
}

/** Activities of queries, as their workflow calls them; all are safe to repeat. */
export interface KnowledgeQueryActivities {
  /**
   * Runs one step of an iterative retrieval and stores its result, or answers the query and stores the answer or the
   * error. Nothing is returned at the end.
   */
  answerQuery(input: KnowledgeQueryInput): Promise<{ readonly state: 'next' } | undefined>;
  /** Stores that a query failed for an external reason, e.g. a lost worker. */
  failQuery(input: KnowledgeQueryInput & { readonly problem: string }): Promise<void>;
}

/** Statuses of a query. */
export const KNOWLEDGE_QUERY_STATUSES = ['running', 'completed', 'failed'] as const;
export type KnowledgeQueryStatus = (typeof KNOWLEDGE_QUERY_STATUSES)[number];

/** The workflow that answers a query. */
export function knowledgeQueryWorkflow(queryId: string, orgId: string): WorkflowDescription {
  const input: KnowledgeQueryInput = { queryId };
  return { workflow: 'answerKnowledgeQuery', id: `knowledge-query-${queryId}`, orgId, input };
}
