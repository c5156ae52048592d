import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Settings of a project for knowledge, for chats and for guardrails. */
export interface ProjectConfig {
  /** What is asked before tool calls of its agents at least; null, or left out, where each agent says. */
  readonly approval_floor?: object | null;
  /** Guardrails of every task and agent of the project besides their own: `name`, or `name:action`. */
  readonly chat_guardrails: { readonly input: readonly string[]; readonly output: readonly string[] };
  /** What stands before the instructions of answers from knowledge, and of agents. */
  readonly chat_system_commands: readonly string[];
  /** How many passages a search brings. */
  readonly knn: number;
  /** Model that answers from knowledge and writes other words for searches, where none is named; null for the first that can. */
  readonly llm: string | null;
  /** Whether a search also asks in other words. */
  readonly query_expansion: boolean;
  /** Temperature of answers from knowledge; null leaves it to the model. */
  readonly temperature: number | null;
}

/** The settings as they were chosen; what is left out was not. */
export type ChosenConfig = Partial<ProjectConfig>;

/** What stands where nothing was chosen. */
export const PROJECT_CONFIG: ProjectConfig = {
  chat_guardrails: { input: [], output: [] },
  chat_system_commands: [],
  knn: 4,
  llm: null,
  query_expansion: false,
  temperature: null,
};

/** A project's chosen settings, as a column of a query that knows the project's id. */
export function getChosenConfig(projectId: RawBuilder<unknown>): RawBuilder<ChosenConfig> {
  return sql<ChosenConfig>`(select p.config from projects p where p.id = ${projectId})`;
}

/** A project's chosen settings. */
export async function getProjectConfig(db: Executor, projectId: string): Promise<ChosenConfig> {
  const row = await db.selectFrom('projects').select('config').where('id', '=', projectId).executeTakeFirst();
  return (row?.config ?? {}) as ChosenConfig;
}

/** What an organization has asked before tool calls of its agents at least, as a column of a query that knows its id. */
export function approvalFloor(orgId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select o.approval_floor from organizations o where o.id = ${orgId})`;
}
