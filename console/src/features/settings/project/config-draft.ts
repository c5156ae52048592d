import type { Config } from './queries.ts';

export type Direction = 'input' | 'output';

/** The settings as the form holds them. */
export interface Draft {
  readonly knn: string;
  readonly temperature: string;
  /** Id of a model; empty for the first that can. */
  readonly llm: string;
  readonly expansion: boolean;
  /** Instructions, apart by empty lines. */
  readonly commands: string;
  /** As the API names them: `name`, or `name:action`. */
  readonly guardrails: Readonly<Record<Direction, readonly string[]>>;
}

export function draftOf(config: Config): Draft {
  return {
    knn: String(config.knn),
    temperature: config.temperature === null ? '' : String(config.temperature),
    llm: config.llm ?? '',
    expansion: config.query_expansion,
    commands: config.chat_system_commands.join('\n\n'),
    guardrails: config.chat_guardrails,
  };
}

export function bodyOf({ knn, temperature, llm, expansion, commands, guardrails }: Draft) {
  const { input, output } = guardrails;
  return {
    knn: Number(knn),
    temperature: temperature === '' ? null : Number(temperature),
    llm: llm || null,
    query_expansion: expansion,
    chat_system_commands: commands
      .split(/\n\s*\n/)
      .map((command) => command.trim())
      .filter((command) => command !== ''),
    chat_guardrails: { input: [...input], output: [...output] },
  };
}

/** The guardrails with one of them set to an action, or taken away. */
export function withGuardrail(chosen: readonly string[], name: string, action: string): string[] {
  const rest = chosen.filter((each) => nameOf(each) !== name);
  return action === '' ? rest : [...rest, `${name}:${action}`];
}

/** What a guardrail does among those chosen; empty where it is off. */
export function actionOf(chosen: readonly string[], name: string, usual: string): string {
  const found = chosen.find((each) => nameOf(each) === name);
  return found === undefined ? '' : (found.split(':')[1] ?? usual);
}

const nameOf = (text: string) => text.split(':')[0];
