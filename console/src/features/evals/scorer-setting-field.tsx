import type { Setting } from '../../lib/settings.ts';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import type { SettingName } from './scorer-settings.ts';

interface Props {
  readonly setting: Setting;
  readonly path: string;
  readonly error: unknown;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Edits one setting of a scorer. */
export function ScorerSettingField(props: Props) {
  const { name, type } = props.setting;
  return (
    <SettingField
      {...props}
      label={w.evals.settings[name as SettingName]}
      hint={type === 'json' ? w.evals.jsonHints[name as 'fields'] : undefined}
      getLabel={(option) => w.evals.options[option as keyof typeof w.evals.options]}
    />
  );
}
