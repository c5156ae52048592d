import { FieldErrorText, SelectField, useFieldError } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { findGuardrailTexts, getGuardrailName } from '../../subjects/guardrail-texts.ts';
import { type Direction, getAction, setGuardrail } from './config-draft.ts';
import type { Guardrail } from './queries.ts';

interface Props {
  readonly direction: Direction;
  readonly kinds: readonly Guardrail[];
  readonly error: unknown;
  readonly value: readonly string[];
  readonly onChange: (entries: readonly string[]) => void;
}

/**
 * Selects the action of each guardrail for a direction. It names the guardrails that need a configuration elsewhere.
 */
export function GuardrailFields({ direction, kinds, error, value, onChange }: Props) {
  const { fieldError: problem, onChange: clearProblem } = useFieldError(error, `chat_guardrails.${direction}`);
  const applicable = kinds.filter(({ directions }) => directions.includes(direction));
  const configurableNames = applicable
    .filter(({ needs_config }) => needs_config)
    .map(({ name }) => getGuardrailName(name));
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border bg-surface p-4" onChange={clearProblem}>
      <legend className="px-1 font-medium">{w.project[direction]}</legend>
      {applicable
        .filter(({ needs_config }) => !needs_config)
        .map(({ name, description, actions, default_action }) => (
          <SelectField
            key={name}
            label={getGuardrailName(name)}
            hint={findGuardrailTexts(name)?.says ?? description}
            value={getAction(value, name, default_action)}
            onChange={(event) => onChange(setGuardrail(value, name, event.target.value))}
          >
            <option value="">{w.project.off}</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {w.project.action[action]}
              </option>
            ))}
          </SelectField>
        ))}
      {configurableNames.length > 0 && (
        <p className="text-sm text-muted">{w.project.needSettings({ names: configurableNames.join(', ') })}</p>
      )}
      <FieldErrorText>{problem}</FieldErrorText>
    </fieldset>
  );
}
