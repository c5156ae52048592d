import { type Setting, type Settings, withSetting } from '../../lib/settings.ts';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';

interface Props {
  readonly settings: readonly Setting[];
  /** Path of the settings in the request body. */
  readonly path: string;
  readonly error: unknown;
  readonly value: Settings;
  readonly onChange: (value: Settings) => void;
}

const findText = (texts: Readonly<Record<string, string>>, name: string): string | undefined => texts[name];

/** Returns the label of an option or column, or its API name if unknown. */
function getOptionLabel(option: string): string {
  const { options, settings, guardrailRules } = w.building;
  return findText(options, option) ?? findText(settings, option) ?? findText(guardrailRules, option) ?? option;
}

/** Edits the settings of a guardrail, an input processor or retrieval. */
export function ConfigFields({ settings, path, error, value, onChange }: Props) {
  const hasSettingError = settings.some(({ name }) => findFieldError(error, `${path}.${name}`) !== undefined);
  const fieldError = hasSettingError ? undefined : findFieldError(error, path);
  return (
    <>
      {settings.map((setting) => {
        const { name, type } = setting;
        const fieldProps = { label: findText(w.building.settings, name) ?? name, path: `${path}.${name}`, error };
        const updateSetting = (next: unknown) => onChange(withSetting(value, name, next));
        return type === 'model' ? (
          <ModelField
            key={name}
            {...fieldProps}
            emptyLabel={w.building.modelOfRun}
            value={String(value[name] ?? '')}
            onChange={(id) => updateSetting(id || undefined)}
          />
        ) : (
          <SettingField
            key={name}
            setting={setting}
            {...fieldProps}
            hint={findText(w.building.settingHints, name)}
            getLabel={getOptionLabel}
            value={value[name]}
            onChange={updateSetting}
          />
        );
      })}
      <FieldErrorText>{fieldError}</FieldErrorText>
    </>
  );
}
