import { useState } from 'react';
import { formatSetting, parseSetting, type Setting } from '../lib/settings.ts';
import { w } from '../words/index.ts';
import { CheckboxField, CheckboxGroupField, SelectField, TextareaField, TextField } from './field.tsx';
import { RowsField } from './rows-field.tsx';

interface Props {
  readonly setting: Setting;
  readonly label: string;
  readonly hint?: string;
  /** Returns the label of an option or column. Default: its API name. */
  readonly getLabel?: (option: string) => string;
  readonly path: string;
  readonly error: unknown;
  /** API value; undefined if unset. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The form field for a setting of any type. */
export function SettingField(props: Props) {
  const { setting, label, hint, getLabel = (option: string) => option, path, error, value, onChange } = props;
  const { type, required = false, options = [], default: defaultChecked = false, columns = [] } = setting;
  const fieldProps = { label, hint, path, error };
  if (type === 'check')
    return <CheckboxField {...fieldProps} checked={(value ?? defaultChecked) === true} onChange={onChange} />;
  if (type === 'choices')
    return (
      <CheckboxGroupField
        {...fieldProps}
        {...{ options, getLabel, onChange }}
        value={(value as string[] | undefined) ?? []}
      />
    );
  if (type === 'rows') return <RowsField {...fieldProps} {...{ columns, getLabel, onChange }} value={value} />;
  if (type !== 'choice') return <TypedField {...props} />;
  return (
    <SelectField
      {...fieldProps}
      required={required}
      value={formatSetting(setting, value)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(!required || value === undefined) && <option value="">{w.ui.asUsual}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {getLabel(option)}
        </option>
      ))}
    </SelectField>
  );
}

/** A setting edited as text. Keeps the exact input while it parses to the current value. */
function TypedField({ setting, label, hint, path, error, value, onChange }: Props) {
  const [text, setText] = useState('');
  const { type, required = false } = setting;
  const isInSync = JSON.stringify(parseSetting(setting, text)) === JSON.stringify(value ?? undefined);
  const fieldProps = {
    label,
    hint,
    path,
    error,
    required,
    spellCheck: type === 'long',
    value: isInSync ? text : formatSetting(setting, value),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setText(target.value);
      onChange(parseSetting(setting, target.value));
    },
  };
  if (type === 'number') return <TextField {...fieldProps} type="number" step="any" />;
  if (type === 'text' || type === 'model') return <TextField {...fieldProps} />;
  if (type === 'lines') return <TextareaField {...fieldProps} hint={hint ?? w.ui.onePerLine} rows={3} />;
  return (
    <TextareaField
      {...fieldProps}
      rows={type === 'long' ? 5 : 3}
      {...(type === 'json' && { className: 'font-mono' })}
    />
  );
}
