import type { Settings } from '../../lib/settings.ts';
import { CheckboxField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from './model-field.tsx';
import { ModelSettingsFields } from './model-settings-fields.tsx';

interface Props {
  readonly model: string;
  /** Settings of the fallback model: null to share those of the first, undefined if not configurable. */
  readonly settings: Settings | null | undefined;
  readonly error: unknown;
  readonly onModelChange: (id: string) => void;
  readonly onSettingsChange: (settings: Settings | null) => void;
}

/** Selects the fallback model and its settings. */
export function FallbackModelFields({ model, settings, error, onModelChange, onSettingsChange }: Props) {
  return (
    <>
      <ModelField
        label={w.building.fallback}
        hint={w.building.fallbackHint}
        path="fallback_llm_model_id"
        emptyLabel={w.building.noFallback}
        error={error}
        value={model}
        onChange={onModelChange}
      />
      {model !== '' && settings !== undefined && (
        <CheckboxField
          label={w.building.ownSettings}
          hint={w.building.ownSettingsHint}
          checked={settings !== null}
          onChange={(isChecked) => onSettingsChange(isChecked ? {} : null)}
        />
      )}
      {model !== '' && settings && (
        <ModelSettingsFields
          label={w.building.fallbackSettings}
          path="fallback_llm_config"
          error={error}
          value={settings}
          onChange={(nextSettings) => onSettingsChange(nextSettings)}
        />
      )}
    </>
  );
}
