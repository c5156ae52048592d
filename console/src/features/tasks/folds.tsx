import type { ReactNode } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { w } from '../../words/index.ts';
import { ModelSettingsFields } from '../models/model-settings-fields.tsx';
import { MaxWaitField, SecondModel, saidModels } from '../models/second-model.tsx';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { saidGuardrails } from '../subjects/guardrail-words.ts';
import { AccessFields } from './access-fields.tsx';
import type { Draft } from './draft.ts';
import { FileFields } from './file-fields.tsx';
import { ProcessorFields, processorName } from './processor-fields.tsx';
import { RetrievalFields } from './retrieval-fields.tsx';

interface Props {
  readonly draft: Draft;
  /** The places of the prompts. */
  readonly variables: readonly string[];
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
  readonly access: ReactNode;
}

/** What of a task most people leave as it is, by what it is about. */
export function TaskFolds({ draft, variables, error, onChange, access }: Props) {
  const set = <K extends keyof Draft>(name: K) => ({
    value: draft[name],
    error,
    onChange: (value: Draft[K]) => onChange({ ...draft, [name]: value }),
  });
  const { rag } = draft;
  return (
    <div className="flex flex-col gap-2">
      <Disclosure
        title={w.building.modelFold}
        summary={saidModels(draft.llm_config, draft.fallback_llm_model_id)}
        fieldPaths={['llm_config', 'fallback_llm_model_id', 'fallback_llm_config', 'max_wait']}
        error={error}
      >
        <ModelSettingsFields label={w.building.modelSettingsOf} at="llm_config" {...set('llm_config')} />
        <SecondModel
          model={draft.fallback_llm_model_id}
          settings={draft.fallback_llm_config}
          error={error}
          onModel={(fallback_llm_model_id) => onChange({ ...draft, fallback_llm_model_id })}
          onSettings={(fallback_llm_config) => onChange({ ...draft, fallback_llm_config })}
        />
        <MaxWaitField {...set('max_wait')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.retrieval}
        summary={rag.collection_id === '' ? w.building.nothing : w.tasks.saidRetrieval(rag.rag_param)}
        fieldPaths={['rag']}
        error={error}
      >
        <RetrievalFields variables={variables} {...set('rag')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.processors}
        summary={saidProcessors(draft)}
        fieldPaths={['input_processors']}
        error={error}
      >
        <ProcessorFields variables={variables} {...set('input_processors')} />
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
        summary={saidGuardrails(draft.guardrails)}
        fieldPaths={['guardrails']}
        error={error}
      >
        <GuardrailFields {...set('guardrails')} />
      </Disclosure>
      <Disclosure
        title={w.tasks.access}
        summary={saidAccess(draft)}
        fieldPaths={['enabled', 'public', 'exposed_to_agents', 'task_run_visibility']}
        error={error}
      >
        <AccessFields draft={draft} error={error} onChange={onChange} />
        {access}
      </Disclosure>
    </div>
  );
}

function saidProcessors({ input_processors: items }: Draft): string {
  const said = items.map((item) => `{${item.param_name}}: ${processorName(item.input_processor)}`);
  return said.join(', ') || w.building.nothing;
}

function saidAccess({ enabled, public: isPublic, task_run_visibility: visibility }: Draft): string {
  return [
    enabled ? w.tasks.isOn : w.tasks.isOff,
    ...(isPublic ? [w.tasks.isPublic] : []),
    w.tasks.saidVisibility(w.building.visibilities[visibility]),
  ].join(', ');
}
