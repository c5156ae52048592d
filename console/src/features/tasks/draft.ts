import type { Task, TaskRevision } from './queries.ts';

/** A task as its form has it. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly system_prompt: string;
  readonly user_prompt: string;
  readonly llm_model_id: string;
  /** What is said of the revision. */
  readonly annotation: string;
  /** As typed, between commas. */
  readonly tags: string;
}

export const EMPTY: Draft = {
  name: '',
  description: '',
  system_prompt: '',
  user_prompt: '',
  llm_model_id: '',
  annotation: '',
  tags: '',
};

export function draftOf(task: Task, revision: TaskRevision): Draft {
  return {
    name: task.name,
    description: task.description,
    system_prompt: revision.system_prompt,
    user_prompt: revision.user_prompt,
    llm_model_id: revision.llm_model_id,
    annotation: '',
    tags: task.tags.join(', '),
  };
}

/** The body of what the form says. */
export function bodyOf({ tags, annotation, ...draft }: Draft) {
  const names = tags.split(',').map((tag) => tag.trim());
  return { ...draft, tags: names.filter((tag) => tag !== ''), ...(annotation === '' ? {} : { annotation }) };
}

/** The places of a prompt that a run fills: `{topic}`. */
export function variablesIn(...prompts: readonly string[]): readonly string[] {
  return [
    ...new Set(prompts.flatMap((text) => [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name = '']) => name))),
  ];
}

/** The fields of a revision that people compare. */
export function comparable({ id, created, modified, active, ...rest }: TaskRevision): object {
  return rest;
}
