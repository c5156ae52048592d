import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Project settings for knowledge, chats and guardrails. */
export interface ProjectConfig {
  /** Minimum approval policy for tool calls of its agents; null or absent leaves it to each agent. */
  readonly approval_floor?: object | null;
  /** Guardrails of every task and agent of the project, in addition to their own: `name`, or `name:action`. */
  readonly chat_guardrails: { readonly input: readonly string[]; readonly output: readonly string[] };
  /** Text before the instructions of agents and of answers from knowledge. */
  readonly chat_system_commands: readonly string[];
  /** Number of chunks that a search returns. */
  readonly knn: number;
  /** Default model for answers from knowledge and for query expansion; null selects the first capable one. */
  readonly llm: string | null;
  /** Whether a search also uses rephrased queries. */
  readonly query_expansion: boolean;
  /** Name of the reranker of its searches; null for the installation's. */
  readonly rerank_model: string | null;
  /** Temperature of answers from knowledge; null leaves it to the model. */
  readonly temperature: number | null;
}

/** Chosen settings; absent ones have their default. */
export type ChosenConfig = Partial<ProjectConfig>;

/** Default settings. */
export const PROJECT_CONFIG: ProjectConfig = {
  chat_guardrails: { input: [], output: [] },
  chat_system_commands: [],
  knn: 4,
  llm: null,
  query_expansion: false,
  rerank_model: null,
  temperature: null,
};

/** SQL expression: chosen settings of a project, for a query that knows its id. */
export function selectChosenConfigColumn(projectId: RawBuilder<unknown>): RawBuilder<ChosenConfig> {
  return sql<ChosenConfig>`(select p.config from projects p where p.id = ${projectId})`;
}

/** Loads a project's chosen settings. */
export async function getProjectConfig(db: Executor, projectId: string): Promise<ChosenConfig> {
  const row = await db.selectFrom('projects').select('config').where('id', '=', projectId).executeTakeFirst();
  return (row?.config ?? {}) as ChosenConfig;
}

/** SQL expression: an organization's minimum approval policy for tool calls, for a query that knows its id. */
export function selectApprovalFloorColumn(orgId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select o.approval_floor from organizations o where o.id = ${orgId})`;
}
