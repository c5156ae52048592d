import type { ReactNode } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { w } from '../../words/index.ts';
import { FallbackModelFields, formatModelSummary, MaxWaitField } from '../models/fallback-model-fields.tsx';
import { ModelSettingsFields } from '../models/model-settings-fields.tsx';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { formatGuardrails } from '../subjects/guardrail-texts.ts';
import { AccessFields } from './access-fields.tsx';
import type { TaskDraft } from './draft.ts';
import { FileFields } from './file-fields.tsx';
import { getProcessorName, ProcessorFields } from './processor-fields.tsx';
import { RetrievalFields } from './retrieval-fields.tsx';

interface Props {
  readonly draft: TaskDraft;
  /** Prompt variables. */
  readonly variables: readonly string[];
  readonly error: unknown;
  readonly onChange: (draft: TaskDraft) => void;
  readonly accessFields: ReactNode;
}

/** Collapsed sections for the task's rarely used fields. */
export function AdvancedTaskFields({ draft, variables, error, onChange, accessFields }: Props) {
  const getFieldProps = <K extends keyof TaskDraft>(name: K) => ({
    value: draft[name],
    error,
    onChange: (value: TaskDraft[K]) => onChange({ ...draft, [name]: value }),
  });
  const { rag } = draft;
  return (
    <div className="flex flex-col gap-2">
      <Disclosure
        title={w.building.modelFold}
        summary={formatModelSummary(draft.llm_config, draft.fallback_llm_model_id)}
        fieldPaths={['llm_config', 'fallback_llm_model_id', 'fallback_llm_config', 'max_wait']}
        error={error}
      >
        <ModelSettingsFields label={w.building.modelSettingsOf} path="llm_config" {...getFieldProps('llm_config')} />
        <FallbackModelFields
          model={draft.fallback_llm_model_id}
          settings={draft.fallback_llm_config}
          error={error}
          onModelChange={(fallback_llm_model_id) => onChange({ ...draft, fallback_llm_model_id })}
          onSettingsChange={(fallback_llm_config) => onChange({ ...draft, fallback_llm_config })}
        />
        <MaxWaitField {...getFieldProps('max_wait')} />
      </Disclosure>
      <Disclosure title={w.tasks.retrieval} summary={formatRetrieval(rag)} fieldPaths={['rag']} error={error}>
        <RetrievalFields variables={variables} {...getFieldProps('rag')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.processors}
        summary={formatProcessors(draft)}
        fieldPaths={['input_processors']}
        error={error}
      >
        <ProcessorFields variables={variables} {...getFieldProps('input_processors')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.files}
        summary={draft.image_required ? w.tasks.saidImage : w.tasks.fileModes[draft.file_input_mode]}
        fieldPaths={['file_input_mode', 'image_required', 'optimise_images']}
        error={error}
      >
        <FileFields draft={draft} error={error} onChange={onChange} />
      </Disclosure>
      <Disclosure
        title={w.building.guardrails}
        summary={formatGuardrails(draft.guardrails)}
        fieldPaths={['guardrails']}
        error={error}
      >
        <GuardrailFields {...getFieldProps('guardrails')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.access}
        summary={formatAccess(draft)}
        fieldPaths={['enabled', 'public', 'exposed_to_agents', 'task_run_visibility']}
        error={error}
      >
        <AccessFields draft={draft} error={error} onChange={onChange} />
        {accessFields}
      </Disclosure>
    </div>
  );
}

function formatProcessors({ input_processors: items }: TaskDraft): string {
  const labels = items.map((item) => `{${item.param_name}}: ${getProcessorName(item.input_processor)}`);
  return labels.join(', ') || w.building.nothing;
}

function formatRetrieval({ collection_id: collection, rag_param: variable }: TaskDraft['rag']): string {
  if (collection === '') return w.building.nothing;
  return variable === '' ? w.tasks.retrievesByPrompt : w.tasks.retrievesByVariable({ variable: `{${variable}}` });
}

function formatAccess({ enabled, public: isPublic, task_run_visibility: visibility }: TaskDraft): string {
  return [
    enabled ? w.tasks.isOn : w.tasks.isOff,
    ...(isPublic ? [w.tasks.isPublic] : []),
    w.tasks.saidVisibility({ who: w.building.visibilities[visibility] }),
  ].join(', ');
}
