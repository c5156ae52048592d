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

/** A change of settings: what is left out stays. */
export type ProjectConfigChange = Partial<Omit<ProjectConfig, 'chat_guardrails'>> & {
  readonly chat_guardrails?: Partial<ProjectConfig['chat_guardrails']>;
};

const DEFAULTS: ProjectConfig = {
  chat_guardrails: { input: [], output: [] },
  chat_system_commands: [],
  knn: 4,
  llm: null,
  query_expansion: false,
  temperature: null,
};

/** The settings after a change; before the first one there are the defaults. Keys that are no setting are dropped. */
export function changedConfig(stored: Partial<ProjectConfig>, change: ProjectConfigChange): ProjectConfig {
  const now = { ...DEFAULTS, ...stored };
  return {
    chat_guardrails: {
      input: change.chat_guardrails?.input ?? now.chat_guardrails.input,
      output: change.chat_guardrails?.output ?? now.chat_guardrails.output,
    },
    chat_system_commands: change.chat_system_commands ?? now.chat_system_commands,
    knn: change.knn ?? now.knn,
    llm: change.llm === undefined ? now.llm : change.llm,
    query_expansion: change.query_expansion ?? now.query_expansion,
    temperature: change.temperature === undefined ? now.temperature : change.temperature,
  };
}
