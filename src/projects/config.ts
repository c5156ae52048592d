/** Settings of a project for chats and for retrieval. */
export interface ProjectConfig {
  /** Names of the guardrails that look at what comes in and what goes out. */
  readonly chat_guardrails: { readonly input: readonly string[]; readonly output: readonly string[] };
  /** Instructions that stand before every chat. */
  readonly chat_system_commands: readonly string[];
  /** How many pieces of knowledge a search brings. */
  readonly knn: number;
  /** Model of chats, by id or name; null leaves it to the task or agent. */
  readonly llm: string | null;
  /** Whether a search also asks in other words. */
  readonly query_expansion: boolean;
  /** Null leaves it to the model. */
  readonly temperature: number | null;
}

/** The settings of every project: nothing here chats or searches yet that others could be for. */
export const PROJECT_CONFIG: ProjectConfig = {
  chat_guardrails: { input: [], output: [] },
  chat_system_commands: [],
  knn: 4,
  llm: null,
  query_expansion: false,
  temperature: null,
};
