import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { parseSettingsSchema } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldErrorText, findFieldError, SelectField } from '../../ui/field.tsx';
import { X } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { guardrailsQuery } from '../settings/project/queries.ts';
import { ConfigFields } from './config-fields.tsx';
import { findGuardrailTexts, getGuardrailName } from './guardrail-texts.ts';
import { type Action, DIRECTIONS, type Direction, type GuardrailItem, type Guardrails } from './guardrails.ts';

type GuardrailKind = Schemas['Guardrail'];

interface Props {
  readonly error: unknown;
  readonly value: Guardrails;
  readonly onChange: (value: Guardrails) => void;
}

/** Edits the input and output guardrails of a task or an agent. */
export function GuardrailFields({ error, value, onChange }: Props) {
  const canView = useHasPermission('project', 'view');
  const { data, error: loadError } = useQuery({ ...guardrailsQuery(useScope()), enabled: canView === true });
  return (
    <>
      <p className="text-sm text-muted">{canView === false ? w.building.optionsHidden : w.building.guardrailsHint}</p>
      {loadError && <ErrorAlert error={loadError} />}
      {DIRECTIONS.map((direction) => (
        <DirectionFields
          key={direction}
          direction={direction}
          kinds={data ?? []}
          error={error}
          value={value[direction]}
          onChange={(items) => onChange({ ...value, [direction]: items })}
        />
      ))}
    </>
  );
}

interface DirectionProps {
  readonly direction: Direction;
  readonly kinds: readonly GuardrailKind[];
  readonly error: unknown;
  readonly value: readonly GuardrailItem[];
  readonly onChange: (items: readonly GuardrailItem[]) => void;
}

function DirectionFields({ direction, kinds, error, value, onChange }: DirectionProps) {
  const addableKinds = kinds.filter(
    ({ name, directions }) => directions.includes(direction) && !value.some(({ guardrail }) => guardrail === name),
  );
  const updateItem = (index: number, item: GuardrailItem | undefined) =>
    onChange(value.flatMap((each, eachIndex) => (eachIndex !== index ? [each] : item ? [item] : [])));
  const addItem = (name: string) => {
    const kind = kinds.find((each) => each.name === name);
    if (kind) onChange([...value, { guardrail: name, action: kind.default_action, config: {} }]);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{w.building.direction[direction]}</legend>
      {value.map((item, index) => (
        <GuardrailItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: several guardrails of a kind have no other key
          key={`${item.guardrail} ${index}`}
          item={item}
          kind={kinds.find(({ name }) => name === item.guardrail)}
          path={`guardrails.${direction}.${index}`}
          error={error}
          onChange={(next) => updateItem(index, next)}
        />
      ))}
      {addableKinds.length > 0 && (
        <SelectField
          label={w.building.addGuardrail[direction]}
          value=""
          onChange={(event) => addItem(event.target.value)}
        >
          <option value="">{w.building.choose}</option>
          {addableKinds.map(({ name }) => (
            <option key={name} value={name}>
              {getGuardrailName(name)}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  );
}

interface GuardrailItemProps {
  readonly item: GuardrailItem;
  /** Undefined while loading or without permission. */
  readonly kind: GuardrailKind | undefined;
  readonly path: string;
  readonly error: unknown;
  readonly onChange: (item: GuardrailItem | undefined) => void;
}

function GuardrailItemFields({ item, kind, path, error, onChange }: GuardrailItemProps) {
  const { guardrail, action, config } = item;
  const hint = findGuardrailTexts(guardrail)?.says ?? kind?.description;
  const kindError = findFieldError(error, `${path}.guardrail`);
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-surface p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{getGuardrailName(guardrail)}</p>
          {hint && <p className="text-sm text-muted">{hint}</p>}
          <FieldErrorText>{kindError}</FieldErrorText>
        </div>
        <Button
          variant="quiet"
          aria-label={w.building.removeGuardrail({ name: getGuardrailName(guardrail) })}
          onClick={() => onChange(undefined)}
        >
          <X className="size-4" />
        </Button>
      </div>
      <SelectField
        label={w.building.onHit}
        path={`${path}.action`}
        error={error}
        value={action}
        onChange={({ target }) => onChange({ ...item, action: target.value as Action })}
      >
        {(kind?.actions ?? [action]).map((each) => (
          <option key={each} value={each}>
            {w.project.action[each]}
          </option>
        ))}
      </SelectField>
      {kind && (
        <ConfigFields
          settings={parseSettingsSchema(kind.config_schema)}
          path={`${path}.config`}
          error={error}
          value={config}
          onChange={(next) => onChange({ ...item, config: next })}
        />
      )}
    </div>
  );
}
