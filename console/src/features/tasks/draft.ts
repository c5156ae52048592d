import { jsonIn } from '../../lib/json-text.ts';
import type { Task, TaskRevision } from './queries.ts';

/** What a task can answer with. */
export const MODALITIES = ['text', 'json', 'csv', 'pdf', 'image', 'audio'] as const;

/** A task as its form has it. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly system_prompt: string;
  readonly user_prompt: string;
  readonly llm_model_id: string;
  readonly output_modality: (typeof MODALITIES)[number];
  /** Keys of the answer with their types, as typed. */
  readonly output_format: string;
  /** Where every end of its runs goes; empty for nowhere. */
  readonly task_forwarder_id: string;
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
  output_modality: 'text',
  output_format: '',
  task_forwarder_id: '',
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
    output_modality: revision.output_modality as Draft['output_modality'],
    output_format: revision.output_format === null ? '' : JSON.stringify(revision.output_format, null, 2),
    task_forwarder_id: revision.task_forwarder_id ?? '',
    annotation: '',
    tags: task.tags.join(', '),
  };
}

/** The body of what the form says. Throws what is shown beside the shape of the answer where that is no JSON. */
export function bodyOf({ tags, annotation, output_format: format, task_forwarder_id: forwarder, ...draft }: Draft) {
  const names = tags.split(',').map((tag) => tag.trim());
  const isJson = draft.output_modality === 'json';
  return {
    ...draft,
    output_format: isJson ? (jsonIn(format, 'output_format') as Record<string, unknown>) : null,
    task_forwarder_id: forwarder === '' ? null : forwarder,
    tags: names.filter((tag) => tag !== ''),
    ...(annotation === '' ? {} : { annotation }),
  };
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
