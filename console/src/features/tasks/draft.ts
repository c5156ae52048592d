import type { Schemas } from '../../../../client/types.ts';
import type { Settings } from '../../lib/settings.ts';
import { type Guardrails, NO_GUARDRAILS } from '../subjects/guardrails.ts';
import type { Visibility } from '../subjects/visibility.ts';

type Task = Schemas['Task'];
type TaskRevision = Task['revisions'][number];
type TaskBody = Schemas['TaskCreate'];

/** What a task can answer with. */
export const MODALITIES = ['text', 'json', 'csv', 'pdf', 'image', 'audio'] as const;
/** Which files a run may bring. */
export const FILE_MODES = ['any', 'image', 'pdf', 'image_or_pdf', 'none'] as const;

/** What makes the value of a place of the prompts, as the API has it. */
export interface Processor {
  readonly param_name: string;
  readonly input_processor: string;
  readonly config?: Settings;
}

/** What is looked up for a run. */
export interface Retrieval {
  /** Empty for nothing. */
  readonly collection_id: string;
  /** The place whose value is looked up; empty for the whole prompt. */
  readonly rag_param: string;
  readonly rag_config: Settings;
}

/** A task as its form has it. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly public: boolean;
  readonly exposed_to_agents: boolean;
  readonly task_run_visibility: Visibility;
  readonly tags: readonly string[];
  readonly system_prompt: string;
  readonly user_prompt: string;
  readonly llm_model_id: string;
  readonly llm_config: Settings;
  /** Empty for none. */
  readonly fallback_llm_model_id: string;
  /** ISO 8601 duration as typed; empty for that of the model. */
  readonly max_wait: string;
  /** Null where the settings of the first model hold. */
  readonly fallback_llm_config: Settings | null;
  readonly output_modality: (typeof MODALITIES)[number];
  /** Keys of the answer with their types, as typed. */
  readonly output_format: string;
  readonly file_input_mode: (typeof FILE_MODES)[number];
  readonly image_required: boolean;
  readonly optimise_images: boolean;
  readonly input_processors: readonly Processor[];
  readonly rag: Retrieval;
  readonly guardrails: Guardrails;
  /** Where every end of its runs goes; empty for nowhere. */
  readonly task_forwarder_id: string;
  /** What is said of the revision that saving makes. */
  readonly annotation: string;
  /** Tags of the revision that saving makes, between commas. */
  readonly revision_tags: string;
}

const NO_RETRIEVAL: Retrieval = { collection_id: '', rag_param: '', rag_config: {} };

export const EMPTY: Draft = {
  name: '',
  description: '',
  enabled: true,
  public: false,
  exposed_to_agents: false,
  task_run_visibility: 'all_viewers',
  tags: [],
  system_prompt: '',
  user_prompt: '',
  llm_model_id: '',
  llm_config: {},
  fallback_llm_model_id: '',
  max_wait: '',
  fallback_llm_config: null,
  output_modality: 'text',
  output_format: '',
  file_input_mode: 'any',
  image_required: false,
  optimise_images: true,
  input_processors: [],
  rag: NO_RETRIEVAL,
  guardrails: NO_GUARDRAILS,
  task_forwarder_id: '',
  annotation: '',
  revision_tags: '',
};

export function draftOf(task: Task, revision: TaskRevision): Draft {
  return {
    name: task.name,
    description: task.description,
    enabled: task.enabled,
    public: task.public,
    exposed_to_agents: task.exposed_to_agents,
    task_run_visibility: task.task_run_visibility as Visibility,
    tags: task.tags,
    system_prompt: revision.system_prompt,
    user_prompt: revision.user_prompt,
    llm_model_id: revision.llm_model_id,
    llm_config: revision.llm_config,
    fallback_llm_model_id: revision.fallback_llm_model_id ?? '',
    max_wait: revision.max_wait ?? '',
    fallback_llm_config: revision.fallback_llm_config,
    output_modality: revision.output_modality as Draft['output_modality'],
    output_format: revision.output_format === null ? '' : JSON.stringify(revision.output_format, null, 2),
    file_input_mode: revision.file_input_mode as Draft['file_input_mode'],
    image_required: revision.image_required,
    optimise_images: revision.optimise_images,
    input_processors: revision.input_processors as readonly unknown[] as readonly Processor[],
    rag: { ...NO_RETRIEVAL, ...revision.rag },
    guardrails: revision.guardrails as Guardrails,
    task_forwarder_id: revision.task_forwarder_id ?? '',
    // What is said of a revision is not said of the next one, and its tags stay on it.
    annotation: '',
    revision_tags: '',
  };
}

/** The body of what the form says; `format` is the shape of the answer as it was typed, null where there is none. */
export function bodyOf({ annotation, revision_tags, ...draft }: Draft, format: unknown): TaskBody {
  const tags = namesIn(revision_tags);
  const hasFallback = draft.fallback_llm_model_id !== '';
  const body = {
    ...draft,
    output_format: format,
    fallback_llm_model_id: hasFallback ? draft.fallback_llm_model_id : null,
    fallback_llm_config: hasFallback ? draft.fallback_llm_config : null,
    max_wait: draft.max_wait.trim() || null,
    rag: draft.rag.collection_id === '' ? null : retrievalOf(draft.rag),
    task_forwarder_id: draft.task_forwarder_id === '' ? null : draft.task_forwarder_id,
    ...(annotation !== '' && { annotation }),
    ...(tags.length > 0 && { revision_tags: tags }),
  };
  return body as unknown as TaskBody;
}

function retrievalOf({ collection_id, rag_param, rag_config }: Retrieval) {
  return {
    collection_id,
    ...(rag_param !== '' && { rag_param }),
    ...(Object.keys(rag_config).length > 0 && { rag_config }),
  };
}

/** Names between commas. */
export const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

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
