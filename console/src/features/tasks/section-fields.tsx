import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { PromptField } from '../../ui/prompt-field.tsx';
import { w } from '../../words/index.ts';
import { findTaskPromptProblems } from '../builder/prompt-problems.ts';
import { TagsField } from '../subjects/tags-field.tsx';
import { AccessFields } from './access-fields.tsx';
import type { TaskDraft } from './draft.ts';
import { FileFields } from './file-fields.tsx';
import { getProcessorName, ProcessorFields } from './processor-fields.tsx';

export interface SectionProps {
  readonly draft: TaskDraft;
  readonly onChange: (draft: TaskDraft) => void;
  readonly error: unknown;
  /** Variables of the draft's prompts. */
  readonly variables: readonly string[];
}

export function getFieldProps<K extends keyof TaskDraft>(
  { draft, onChange, error }: Omit<SectionProps, 'variables'>,
  name: K,
) {
  return {
    value: draft[name],
    error,
    onChange: (value: TaskDraft[K]) => onChange({ ...draft, [name]: value }),
  };
}

const PROMPTS = [
  { name: 'system_prompt', lines: 4, getLabel: () => w.tasks.systemPrompt, getHint: () => w.tasks.systemHint },
  { name: 'user_prompt', lines: 8, getLabel: () => w.tasks.userPrompt, getHint: () => w.tasks.userHint },
] as const;

interface PromptProps extends SectionProps {
  readonly savedVariables?: readonly string[] | undefined;
}

/** Name, description and prompts. */
export function PromptSection({ draft, onChange, error, variables, savedVariables }: PromptProps) {
  return (
    <>
      <TextField
        label={w.tasks.name}
        path="name"
        error={error}
        required
        maxLength={63}
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <TextField
        label={w.tasks.description}
        path="description"
        error={error}
        value={draft.description}
        onChange={({ target }) => onChange({ ...draft, description: target.value })}
      />
      {PROMPTS.map(({ name, lines, getLabel, getHint }) => (
        <PromptField
          key={name}
          label={getLabel()}
          hint={getHint()}
          path={name}
          error={error}
          lines={lines}
          value={draft[name]}
          completions={variables.map((variable) => ({ text: `{${variable}}`, detail: w.builder.variable }))}
          findProblems={(text) => findTaskPromptProblems(text, savedVariables)}
          onChange={(text) => onChange({ ...draft, [name]: text })}
        />
      ))}
      <p className="text-sm text-muted">
        {variables.length === 0 ? w.tasks.noVariables : w.tasks.variables({ names: variables.join(', ') })}
      </p>
    </>
  );
}

/** Input processors of the variables, and the accepted files. */
export function InputSection(props: SectionProps) {
  const { draft, onChange, error, variables } = props;
  return (
    <>
      <Disclosure
        title={w.tasks.processors}
        summary={formatProcessors(draft)}
        fieldPaths={['input_processors']}
        error={error}
      >
        <ProcessorFields variables={variables} {...getFieldProps(props, 'input_processors')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.files}
        summary={draft.image_required ? w.tasks.saidImage : w.tasks.fileModes[draft.file_input_mode]}
        fieldPaths={['file_input_mode', 'image_required', 'optimise_images']}
        error={error}
      >
        <FileFields draft={draft} error={error} onChange={onChange} />
      </Disclosure>
    </>
  );
}

/** Tags, availability and run visibility. */
export function AccessSection(props: SectionProps) {
  const { draft, onChange, error } = props;
  return (
    <>
      <TagsField kind="task" {...getFieldProps(props, 'tags')} />
      <AccessFields draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function formatProcessors({ input_processors: items }: TaskDraft): string {
  const labels = items.map((item) => `{${item.param_name}}: ${getProcessorName(item.input_processor)}`);
  return labels.join(', ') || w.building.none;
}

/** Summarizes the retrieval of a task. */
export function formatRetrieval({ collection_id: collection, rag_param: variable }: TaskDraft['rag']): string {
  if (collection === '') return w.building.none;
  return variable === '' ? w.tasks.retrievesByPrompt : w.tasks.retrievesByVariable({ variable: `{${variable}}` });
}

/** Summarizes who can run a task and see its runs. */
export function formatAccess({ enabled, public: isPublic, task_run_visibility: visibility }: TaskDraft): string {
  return [
    enabled ? w.tasks.isOn : w.tasks.disabled,
    ...(isPublic ? [w.tasks.isPublic] : []),
    w.tasks.visibilitySummary({ who: w.building.visibilities[visibility] }),
  ].join(', ');
}
