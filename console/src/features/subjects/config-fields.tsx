import { type Setting, type Settings, withSetting } from '../../lib/settings.ts';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';

interface Props {
  readonly settings: readonly Setting[];
  /** Where the settings stand in the body. */
  readonly at: string;
  readonly error: unknown;
  readonly value: Settings;
  readonly onChange: (value: Settings) => void;
}

const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined => words[name];

/** What an option or a column is called; one that this page does not know yet by its own name. */
function sayOption(option: string): string {
  const { options, settings, guardrailRules } = w.building;
  return wordOf(options, option) ?? wordOf(settings, option) ?? wordOf(guardrailRules, option) ?? option;
}

/** The settings of a guardrail, an input processor or of retrieval, each by its name. */
export function ConfigFields({ settings, at, error, value, onChange }: Props) {
  const beside = settings.some(({ name }) => findFieldError(error, `${at}.${name}`) !== undefined);
  const problem = beside ? undefined : findFieldError(error, at);
  return (
    <>
      {settings.map((setting) => {
        const { name, type } = setting;
        const shared = { label: wordOf(w.building.settings, name) ?? name, path: `${at}.${name}`, error };
        const set = (next: unknown) => onChange(withSetting(value, name, next));
        return type === 'model' ? (
          <ModelField
            key={name}
            {...shared}
            none={w.building.judgeOfRun}
            value={String(value[name] ?? '')}
            onChange={(id) => set(id || undefined)}
          />
        ) : (
          <SettingField
            key={name}
            setting={setting}
            {...shared}
            hint={wordOf(w.building.settingHints, name)}
            getLabel={sayOption}
            value={value[name]}
            onChange={set}
          />
        );
      })}
      <FieldErrorText>{problem}</FieldErrorText>
    </>
  );
}
