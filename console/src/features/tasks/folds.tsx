import type { ReactNode } from 'react';
import { Fold } from '../../ui/fold.tsx';
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
      <Fold
        title={w.building.modelFold}
        said={saidModels(draft.llm_config, draft.fallback_llm_model_id)}
        places={['llm_config', 'fallback_llm_model_id', 'fallback_llm_config', 'max_wait']}
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
      </Fold>
      <Fold title={w.tasks.retrieval} said={saidRetrieval(rag)} places={['rag']} error={error}>
        <RetrievalFields variables={variables} {...set('rag')} />
      </Fold>
      <Fold title={w.tasks.processors} said={saidProcessors(draft)} places={['input_processors']} error={error}>
        <ProcessorFields variables={variables} {...set('input_processors')} />
      </Fold>
      <Fold
        title={w.tasks.files}
        said={draft.image_required ? w.tasks.saidImage : w.tasks.fileModes[draft.file_input_mode]}
        places={['file_input_mode', 'image_required', 'optimise_images']}
        error={error}
      >
        <FileFields draft={draft} error={error} onChange={onChange} />
      </Fold>
      <Fold title={w.building.guardrails} said={saidGuardrails(draft.guardrails)} places={['guardrails']} error={error}>
        <GuardrailFields {...set('guardrails')} />
      </Fold>
      <Fold
        title={w.tasks.access}
        said={saidAccess(draft)}
        places={['enabled', 'public', 'exposed_to_agents', 'task_run_visibility']}
        error={error}
      >
        <AccessFields draft={draft} error={error} onChange={onChange} />
        {access}
      </Fold>
    </div>
  );
}

function saidProcessors({ input_processors: items }: Draft): string {
  const said = items.map((item) => `{${item.param_name}}: ${processorName(item.input_processor)}`);
  return said.join(', ') || w.building.nothing;
}

function saidRetrieval({ collection_id: collection, rag_param: variable }: Draft['rag']): string {
  if (collection === '') return w.building.nothing;
  return variable === '' ? w.tasks.retrievesByPrompt : w.tasks.retrievesByVariable({ variable: `{${variable}}` });
}

function saidAccess({ enabled, public: isPublic, task_run_visibility: visibility }: Draft): string {
  return [
    enabled ? w.tasks.isOn : w.tasks.isOff,
    ...(isPublic ? [w.tasks.isPublic] : []),
    w.tasks.saidVisibility({ who: w.building.visibilities[visibility] }),
  ].join(', ');
}
