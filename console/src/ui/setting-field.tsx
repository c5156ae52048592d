import { useState } from 'react';
import { type Setting, textOf, valueIn } from '../lib/settings.ts';
import { w } from '../words/index.ts';
import { CheckField, ChoicesField, LongField, SelectField, TextField } from './field.tsx';
import { RowsField } from './rows-field.tsx';

interface Props {
  readonly setting: Setting;
  readonly label: string;
  readonly hint?: string;
  /** What an option or a column is called; its own name where nothing is said. */
  readonly say?: (option: string) => string;
  readonly at: string;
  readonly error: unknown;
  /** As the API has it; undefined where it is left out. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** One setting, in the form that fits it. */
export function SettingField(props: Props) {
  const { setting, label, hint, say = (option: string) => option, at, error, value, onChange } = props;
  const { type, required = false, options = [], usual = false, columns = [] } = setting;
  const shared = { label, hint, at, error };
  if (type === 'check') return <CheckField {...shared} checked={(value ?? usual) === true} onChange={onChange} />;
  if (type === 'choices')
    return <ChoicesField {...shared} {...{ options, say, onChange }} value={(value as string[] | undefined) ?? []} />;
  if (type === 'rows') return <RowsField {...shared} {...{ columns, say, onChange }} value={value} />;
  if (type !== 'choice') return <Typed {...props} />;
  return (
    <SelectField
      {...shared}
      required={required}
      value={textOf(setting, value)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(!required || value === undefined) && <option value="">{w.ui.asUsual}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {say(option)}
        </option>
      ))}
    </SelectField>
  );
}

/** A setting that is typed: the text stays as it was typed while it says the value. */
function Typed({ setting, label, hint, at, error, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { type, required = false } = setting;
  const stands = JSON.stringify(valueIn(setting, typed)) === JSON.stringify(value ?? undefined);
  const shared = {
    label,
    hint,
    at,
    error,
    required,
    spellCheck: type === 'long',
    value: stands ? typed : textOf(setting, value),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped(target.value);
      onChange(valueIn(setting, target.value));
    },
  };
  if (type === 'number') return <TextField {...shared} type="number" step="any" />;
  if (type === 'text' || type === 'model') return <TextField {...shared} />;
  if (type === 'lines') return <LongField {...shared} hint={hint ?? w.ui.oneALine} rows={3} />;
  return <LongField {...shared} rows={type === 'long' ? 5 : 3} {...(type === 'json' && { className: 'font-mono' })} />;
}
