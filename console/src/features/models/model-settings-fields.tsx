import { useState } from 'react';
import { type Setting, type Settings, withSetting } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText, findFieldError, SelectField, useFieldError } from '../../ui/field.tsx';
import { X } from '../../ui/icons.ts';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { MODEL_SETTINGS } from './model-settings.ts';

interface Props {
  readonly label: string;
  /** Path of the settings in the request body. */
  readonly path: string;
  readonly error: unknown;
  readonly value: Settings;
  readonly onChange: (value: Settings) => void;
}

/** Edits the configured model settings and adds others. */
export function ModelSettingsFields({ label, path, error, value, onChange }: Props) {
  const [selectedName, setSelectedName] = useState('');
  // Null leaves a setting to the provider.
  const isConfigured = ({ name }: Setting) => (value[name] ?? undefined) !== undefined;
  const configured = MODEL_SETTINGS.filter(isConfigured);
  const unconfigured = MODEL_SETTINGS.filter((setting) => !isConfigured(setting));
  const hasSettingError = configured.some(({ name }) => findFieldError(error, `${path}.${name}`) !== undefined);
  const { fieldError, onChange: dismissError } = useFieldError(hasSettingError ? undefined : error, path);
  const addSetting = () => {
    const type = MODEL_SETTINGS.find(({ name }) => name === selectedName)?.type;
    // The API rejects an empty value, and the field shows the error.
    onChange({ ...value, [selectedName]: type === 'check' ? true : '' });
    setSelectedName('');
  };
  return (
    <fieldset className="flex flex-col gap-3" onChange={dismissError}>
      <legend className="mb-1 font-medium">{label}</legend>
      {configured.length === 0 && <p className="text-sm text-muted">{w.building.noSettings}</p>}
      {configured.map((setting) => (
        <div key={setting.name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SettingField
              setting={setting}
              label={setting.name}
              hint={w.building.modelSettings[setting.name as keyof typeof w.building.modelSettings]}
              path={`${path}.${setting.name}`}
              error={error}
              value={value[setting.name]}
              onChange={(next) => onChange({ ...value, [setting.name]: next ?? '' })}
            />
          </div>
          <Button
            variant="quiet"
            aria-label={w.building.removeSetting({ name: setting.name })}
            onClick={() => onChange(withSetting(value, setting.name, undefined))}
          >
            <X className="size-4" />
          </Button>
        </div>
      ))}
      <FieldErrorText>{fieldError}</FieldErrorText>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={w.building.addSetting({ of: label })}
          value={selectedName}
          onChange={(event) => setSelectedName(event.target.value)}
        >
          <option value="">{w.building.chooseSetting}</option>
          {unconfigured.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button disabled={selectedName === ''} onClick={addSetting}>
          {w.building.add}
        </Button>
      </div>
    </fieldset>
  );
}
