import type { Settings } from '../../lib/settings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { FallbackModelFields } from './fallback-model-fields.tsx';
import { ModelField } from './model-field.tsx';
import { ModelSettingsFields } from './model-settings-fields.tsx';

/** The model fields of a task or an agent. */
interface ModelDraft {
  readonly llm_model_id: string;
  readonly llm_config: Settings;
  readonly fallback_llm_model_id: string;
  /** Settings of the fallback model, for tasks: null to share those of the first. */
  readonly fallback_llm_config?: Settings | null;
  readonly max_wait: string;
}

interface Props<D extends ModelDraft> {
  readonly draft: D;
  readonly error: unknown;
  readonly onChange: (draft: D) => void;
}

/** The model, its settings and its fallback. */
export function ModelSection<D extends ModelDraft>({ draft, error, onChange }: Props<D>) {
  const change = (fields: Partial<ModelDraft>) => onChange({ ...draft, ...fields });
  const fallbackPath = draft.fallback_llm_config === undefined ? [] : ['fallback_llm_config'];
  return (
    <>
      <ModelField value={draft.llm_model_id} error={error} onChange={(llm_model_id) => change({ llm_model_id })} />
      <Disclosure
        title={w.building.modelSection}
        summary={formatModelSummary(draft.llm_config, draft.fallback_llm_model_id)}
        fieldPaths={['llm_config', 'fallback_llm_model_id', ...fallbackPath, 'max_wait']}
        error={error}
      >
        <ModelSettingsFields
          label={w.building.modelSettingsOf}
          path="llm_config"
          value={draft.llm_config}
          error={error}
          onChange={(llm_config) => change({ llm_config })}
        />
        <FallbackModelFields
          model={draft.fallback_llm_model_id}
          settings={draft.fallback_llm_config}
          error={error}
          onModelChange={(fallback_llm_model_id) => change({ fallback_llm_model_id })}
          onSettingsChange={(fallback_llm_config) => change({ fallback_llm_config })}
        />
        <TextField
          label={w.building.maxWait}
          hint={w.building.maxWaitHint}
          path="max_wait"
          error={error}
          placeholder="PT24H"
          value={draft.max_wait}
          onChange={({ target }) => change({ max_wait: target.value })}
        />
      </Disclosure>
    </>
  );
}

function formatModelSummary(settings: Settings, fallbackModel: string): string {
  const configured = Object.values(settings).filter((value) => (value ?? undefined) !== undefined);
  return w.building.modelSummary({ settings: configured.length, fallback: String(fallbackModel !== '') });
}
