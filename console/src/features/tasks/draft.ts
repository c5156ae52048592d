import type { Schemas } from '../../../../client/types.ts';
import type { Settings } from '../../lib/settings.ts';
import { type Guardrails, NO_GUARDRAILS } from '../subjects/guardrails.ts';
import type { Visibility } from '../subjects/visibility.ts';

type Task = Schemas['Task'];
type TaskRevision = Task['revisions'][number];
type TaskBody = Schemas['TaskCreate'];

/** Output modalities of a task. */
export const MODALITIES = ['text', 'json', 'csv', 'pdf', 'image', 'audio'] as const;
/** Accepted input files. */
export const FILE_MODES = ['any', 'image', 'pdf', 'image_or_pdf', 'none'] as const;

/** Input processor of a prompt variable, as the API represents it. */
export interface InputProcessor {
  readonly param_name: string;
  readonly input_processor: string;
  readonly config?: Settings;
}

/** Retrieval configuration in the form. */
export interface RetrievalDraft {
  /** Empty for no retrieval. */
  readonly collection_id: string;
  /** Prompt variable used as the search query; empty for the complete prompt. */
  readonly rag_param: string;
  readonly rag_config: Settings;
}

/** State of the task form. */
export interface TaskDraft {
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
  /** ISO 8601 duration as typed; empty for the model's default. */
  readonly max_wait: string;
  /** Null to share the settings of the first model. */
  readonly fallback_llm_config: Settings | null;
  readonly output_modality: (typeof MODALITIES)[number];
  /** Output keys with their types, as typed. */
  readonly output_format: string;
  readonly file_input_mode: (typeof FILE_MODES)[number];
  readonly image_required: boolean;
  readonly optimise_images: boolean;
  readonly input_processors: readonly InputProcessor[];
  readonly rag: RetrievalDraft;
  readonly guardrails: Guardrails;
  /** ID of the forwarder for completed runs; empty for none. */
  readonly task_forwarder_id: string;
  /** Annotation of the revision that saving creates. */
  readonly annotation: string;
  /** Comma-separated tags of the revision that saving creates. */
  readonly revision_tags: string;
}

const NO_RETRIEVAL: RetrievalDraft = { collection_id: '', rag_param: '', rag_config: {} };

export const EMPTY_DRAFT: TaskDraft = {
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

export function toDraft(task: Task, revision: TaskRevision): TaskDraft {
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
    output_modality: revision.output_modality as TaskDraft['output_modality'],
    output_format: revision.output_format === null ? '' : JSON.stringify(revision.output_format, null, 2),
    file_input_mode: revision.file_input_mode as TaskDraft['file_input_mode'],
    image_required: revision.image_required,
    optimise_images: revision.optimise_images,
    input_processors: revision.input_processors as readonly unknown[] as readonly InputProcessor[],
    rag: { ...NO_RETRIEVAL, ...revision.rag },
    guardrails: revision.guardrails,
    task_forwarder_id: revision.task_forwarder_id ?? '',
    // Annotation and tags belong to the existing revision, not to the next one.
    annotation: '',
    revision_tags: '',
  };
}

/** Converts the form state to a request body. `format` is the parsed output format; null for none. */
export function toBody({ annotation, revision_tags, ...draft }: TaskDraft, format: unknown): TaskBody {
  const tags = parseNames(revision_tags);
  const hasFallback = draft.fallback_llm_model_id !== '';
  const body = {
    ...draft,
    output_format: format,
    fallback_llm_model_id: hasFallback ? draft.fallback_llm_model_id : null,
    fallback_llm_config: hasFallback ? draft.fallback_llm_config : null,
    max_wait: draft.max_wait.trim() || null,
    rag: draft.rag.collection_id === '' ? null : toRetrievalBody(draft.rag),
    task_forwarder_id: draft.task_forwarder_id === '' ? null : draft.task_forwarder_id,
    ...(annotation !== '' && { annotation }),
    ...(tags.length > 0 && { revision_tags: tags }),
  };
  return body as unknown as TaskBody;
}

function toRetrievalBody({ collection_id, rag_param, rag_config }: RetrievalDraft) {
  return {
    collection_id,
    ...(rag_param !== '' && { rag_param }),
    ...(Object.keys(rag_config).length > 0 && { rag_config }),
  };
}

/** Parses comma-separated names. */
export const parseNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Returns the variables in prompts: `{topic}`. */
export function findPromptVariables(...prompts: readonly string[]): readonly string[] {
  return [
    ...new Set(prompts.flatMap((text) => [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name = '']) => name))),
  ];
}

/** Returns the fields of a revision to compare. */
export function toComparable({
  id,
  created,
  created_by,
  created_by_type,
  modified,
  active,
  ...rest
}: TaskRevision): object {
  return rest;
}
