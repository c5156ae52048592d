import { CheckField, LongField, SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { ScorerField, SettingName } from './scorer-fields.ts';

interface Props {
  readonly field: ScorerField;
  readonly at: string;
  readonly error: unknown;
  readonly text: string | undefined;
  readonly onChange: (text: string) => void;
}

/** One setting of a scorer, in the form that fits it. */
export function SettingField({
  field: { name, type, required = false, options = [], usual = false },
  at,
  error,
  text,
  onChange,
}: Props) {
  const label = w.evals.settings[name as SettingName];
  if (type === 'check')
    return (
      <CheckField label={label} checked={(text ?? String(usual)) === 'true'} onChange={(on) => onChange(String(on))} />
    );
  const shared = { label, at, error, required, value: text ?? '' };
  if (type === 'choice')
    return (
      <SelectField {...shared} value={text ?? options[0]} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {w.evals.options[option as keyof typeof w.evals.options]}
          </option>
        ))}
      </SelectField>
    );
  if (type === 'number')
    return <TextField {...shared} type="number" step="any" onChange={(event) => onChange(event.target.value)} />;
  if (type === 'text')
    return <TextField {...shared} spellCheck={false} onChange={(event) => onChange(event.target.value)} />;
  const hint = type === 'lines' ? w.evals.oneALine : type === 'json' ? w.evals.jsonHints[name as 'fields'] : undefined;
  return (
    <LongField
      {...shared}
      {...(hint === undefined ? {} : { hint })}
      {...(type === 'json' ? { className: 'font-mono', spellCheck: false } : {})}
      rows={type === 'long' ? 5 : 3}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
