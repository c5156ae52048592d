import { FieldErrorText, SelectField, useFieldError } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { findGuardrailTexts, getGuardrailName } from '../../subjects/guardrail-texts.ts';
import { actionOf, type Direction, withGuardrail } from './config-draft.ts';
import type { Guardrail } from './queries.ts';

interface Props {
  readonly direction: Direction;
  readonly kinds: readonly Guardrail[];
  readonly error: unknown;
  readonly value: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Each guardrail that can look at a direction, with what its hits do; of those that need settings it is said where these are. */
export function GuardrailFields({ direction, kinds, error, value, onChange }: Props) {
  const { fieldError: problem, onChange: judge } = useFieldError(error, `chat_guardrails.${direction}`);
  const looking = kinds.filter(({ directions }) => directions.includes(direction));
  const needing = looking.filter(({ needs_config }) => needs_config).map(({ name }) => getGuardrailName(name));
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border bg-surface p-4" onChange={judge}>
      <legend className="px-1 font-medium">{w.project[direction]}</legend>
      {looking
        .filter(({ needs_config }) => !needs_config)
        .map(({ name, description, actions, default_action }) => (
          <SelectField
            key={name}
            label={getGuardrailName(name)}
            hint={findGuardrailTexts(name)?.says ?? description}
            value={actionOf(value, name, default_action)}
            onChange={(event) => onChange(withGuardrail(value, name, event.target.value))}
          >
            <option value="">{w.project.off}</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {w.project.action[action]}
              </option>
            ))}
          </SelectField>
        ))}
      {needing.length > 0 && <p className="text-sm text-muted">{w.project.needSettings(needing.join(', '))}</p>}
      <FieldErrorText>{problem}</FieldErrorText>
    </fieldset>
  );
}
