import { useState } from 'react';
import { type Setting, type Settings, withSetting } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText, findFieldError, SelectField, useFieldError } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { MODEL_SETTINGS } from './model-settings.ts';

interface Props {
  readonly label: string;
  /** The field of the body. */
  readonly at: string;
  readonly error: unknown;
  readonly value: Settings;
  readonly onChange: (value: Settings) => void;
}

/** Settings of a model's calls: those that are set, and a way to set another one. Shared by agents and tasks. */
export function ModelSettingsFields({ label, at, error, value, onChange }: Props) {
  const [chosen, setChosen] = useState('');
  // What is null is left to the provider.
  const isSet = ({ name }: Setting) => (value[name] ?? undefined) !== undefined;
  const set = MODEL_SETTINGS.filter(isSet);
  const others = MODEL_SETTINGS.filter((setting) => !isSet(setting));
  const beside = set.some(({ name }) => findFieldError(error, `${at}.${name}`) !== undefined);
  const { fieldError: problem, onChange: judge } = useFieldError(beside ? undefined : error, at);
  const add = () => {
    const type = MODEL_SETTINGS.find(({ name }) => name === chosen)?.type;
    // What stays empty is refused beside the field.
    onChange({ ...value, [chosen]: type === 'check' ? true : '' });
    setChosen('');
  };
  return (
    <fieldset className="flex flex-col gap-3" onChange={judge}>
      <legend className="mb-1 font-medium">{label}</legend>
      {set.length === 0 && <p className="text-sm text-quiet">{w.building.noSettings}</p>}
      {set.map((setting) => (
        <div key={setting.name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SettingField
              setting={setting}
              label={setting.name}
              hint={w.building.modelSettings[setting.name as keyof typeof w.building.modelSettings]}
              path={`${at}.${setting.name}`}
              error={error}
              value={value[setting.name]}
              onChange={(next) => onChange({ ...value, [setting.name]: next ?? '' })}
            />
          </div>
          <Button
            variant="quiet"
            aria-label={w.building.dropSetting(setting.name)}
            onClick={() => onChange(withSetting(value, setting.name, undefined))}
          >
            <span aria-hidden>✕</span>
          </Button>
        </div>
      ))}
      <FieldErrorText>{problem}</FieldErrorText>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={w.building.addSetting(label)}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{w.building.chooseSetting}</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button disabled={chosen === ''} onClick={add}>
          {w.building.add}
        </Button>
      </div>
    </fieldset>
  );
}
