import type { Settings } from '../../lib/settings.ts';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from './model-field.tsx';
import { ModelSettingsFields } from './model-settings-fields.tsx';

interface Props {
  readonly model: string;
  /** Its own settings; null where those of the first hold, undefined where it can't have any. */
  readonly settings: Settings | null | undefined;
  readonly error: unknown;
  readonly onModel: (id: string) => void;
  readonly onSettings?: (settings: Settings | null) => void;
}

/** The model that is asked where the first does not answer. Shared by tasks and agents. */
export function SecondModel({ model, settings, error, onModel, onSettings }: Props) {
  return (
    <>
      <ModelField
        label={w.building.fallback}
        hint={w.building.fallbackHint}
        at="fallback_llm_model_id"
        none={w.building.noFallback}
        error={error}
        value={model}
        onChange={onModel}
      />
      {model !== '' && settings !== undefined && (
        <CheckboxField
          label={w.building.ownSettings}
          hint={w.building.ownSettingsHint}
          checked={settings !== null}
          onChange={(on) => onSettings?.(on ? {} : null)}
        />
      )}
      {model !== '' && settings && (
        <ModelSettingsFields
          label={w.building.fallbackSettings}
          at="fallback_llm_config"
          error={error}
          value={settings}
          onChange={(next) => onSettings?.(next)}
        />
      )}
    </>
  );
}

interface MaxWaitProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (value: string) => void;
}

/** How long a run waits for a provider that is away. Shared by tasks and agents. */
export function MaxWaitField({ value, error, onChange }: MaxWaitProps) {
  return (
    <TextField
      label={w.building.maxWait}
      hint={w.building.maxWaitHint}
      path="max_wait"
      error={error}
      placeholder="PT24H"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What is set of the models' settings, in a few words. */
export function saidModels(settings: Settings, second: string): string {
  const set = Object.values(settings).filter((value) => (value ?? undefined) !== undefined);
  return w.building.saidModel(set.length, second !== '');
}
