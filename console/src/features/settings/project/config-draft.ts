import type { Config } from './queries.ts';

export type Direction = 'input' | 'output';

/** Form state of the project's defaults. */
export interface ConfigDraft {
  readonly chunkCount: string;
  readonly temperature: string;
  /** Model ID. Empty for the first capable model. */
  readonly modelId: string;
  /** Name of the reranker. Empty for the reranker of the installation. */
  readonly reranker: string;
  readonly hasQueryExpansion: boolean;
  /** System instructions, separated by blank lines. */
  readonly systemInstructions: string;
  /** Entries in the API's form: `name` or `name:action`. */
  readonly guardrails: Readonly<Record<Direction, readonly string[]>>;
}

export function toDraft(config: Config): ConfigDraft {
  return {
    chunkCount: String(config.knn),
    temperature: config.temperature === null ? '' : String(config.temperature),
    modelId: config.llm ?? '',
    reranker: config.rerank_model ?? '',
    hasQueryExpansion: config.query_expansion,
    systemInstructions: config.chat_system_commands.join('\n\n'),
    guardrails: config.chat_guardrails,
  };
}

export function toBody({
  chunkCount,
  temperature,
  modelId,
  reranker,
  hasQueryExpansion,
  systemInstructions,
  guardrails,
}: ConfigDraft) {
  const { input, output } = guardrails;
  return {
    knn: Number(chunkCount),
    temperature: temperature === '' ? null : Number(temperature),
    llm: modelId || null,
    rerank_model: reranker.trim() || null,
    query_expansion: hasQueryExpansion,
    chat_system_commands: systemInstructions
      .split(/\n\s*\n/)
      .map((command) => command.trim())
      .filter((command) => command !== ''),
    chat_guardrails: { input: [...input], output: [...output] },
  };
}

/** Returns the guardrails with one set to an action. An empty action removes it. */
export function setGuardrail(entries: readonly string[], name: string, action: string): string[] {
  const others = entries.filter((entry) => getName(entry) !== name);
  return action === '' ? others : [...others, `${name}:${action}`];
}

/** Returns the action of a guardrail, or an empty string if it is off. */
export function getAction(entries: readonly string[], name: string, defaultAction: string): string {
  const match = entries.find((entry) => getName(entry) === name);
  return match === undefined ? '' : (match.split(':')[1] ?? defaultAction);
}

const getName = (text: string) => text.split(':')[0];
