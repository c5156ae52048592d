import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { parseSettingsSchema } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldErrorText, findFieldError, SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { guardrails as kindsOf } from '../settings/project/queries.ts';
import { ConfigFields } from './config-fields.tsx';
import { guardrailName, guardrailWords } from './guardrail-words.ts';
import { type Action, DIRECTIONS, type Direction, type GuardrailItem, type Guardrails } from './guardrails.ts';

type Kind = Schemas['Guardrail'];

interface Props {
  readonly error: unknown;
  readonly value: Guardrails;
  readonly onChange: (value: Guardrails) => void;
}

/** What the runs of a task or an agent are looked at with, before and after the model. Shared by both. */
export function GuardrailFields({ error, value, onChange }: Props) {
  const sees = useHasPermission('project', 'view');
  const { data, error: unread } = useQuery({ ...kindsOf(useScope()), enabled: sees === true });
  return (
    <>
      <p className="text-sm text-quiet">{sees === false ? w.building.hiddenKinds : w.building.guardrailsHint}</p>
      {unread && <ErrorAlert error={unread} />}
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
  readonly kinds: readonly Kind[];
  readonly error: unknown;
  readonly value: readonly GuardrailItem[];
  readonly onChange: (items: readonly GuardrailItem[]) => void;
}

function DirectionFields({ direction, kinds, error, value, onChange }: DirectionProps) {
  const offered = kinds.filter(
    ({ name, directions }) => directions.includes(direction) && !value.some(({ guardrail }) => guardrail === name),
  );
  const set = (at: number, item: GuardrailItem | undefined) =>
    onChange(value.flatMap((each, i) => (i !== at ? [each] : item ? [item] : [])));
  const add = (name: string) => {
    const kind = kinds.find((each) => each.name === name);
    if (kind) onChange([...value, { guardrail: name, action: kind.default_action, config: {} }]);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{w.building.direction[direction]}</legend>
      {value.map((item, at) => (
        <ItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind are told apart by their places
          key={`${item.guardrail} ${at}`}
          item={item}
          kind={kinds.find(({ name }) => name === item.guardrail)}
          at={`guardrails.${direction}.${at}`}
          error={error}
          onChange={(next) => set(at, next)}
        />
      ))}
      {offered.length > 0 && (
        <SelectField label={w.building.addGuardrail[direction]} value="" onChange={(event) => add(event.target.value)}>
          <option value="">{w.building.choose}</option>
          {offered.map(({ name }) => (
            <option key={name} value={name}>
              {guardrailName(name)}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  );
}

interface ItemProps {
  readonly item: GuardrailItem;
  /** Undefined while kinds are not known, or not for who looks. */
  readonly kind: Kind | undefined;
  readonly at: string;
  readonly error: unknown;
  readonly onChange: (item: GuardrailItem | undefined) => void;
}

function ItemFields({ item, kind, at, error, onChange }: ItemProps) {
  const { guardrail, action, config } = item;
  const hint = guardrailWords(guardrail)?.says ?? kind?.description;
  const ofKind = findFieldError(error, `${at}.guardrail`);
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-raised p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{guardrailName(guardrail)}</p>
          {hint && <p className="text-sm text-quiet">{hint}</p>}
          <FieldErrorText>{ofKind}</FieldErrorText>
        </div>
        <Button
          variant="quiet"
          aria-label={w.building.dropGuardrail(guardrailName(guardrail))}
          onClick={() => onChange(undefined)}
        >
          <span aria-hidden>✕</span>
        </Button>
      </div>
      <SelectField
        label={w.building.onHit}
        path={`${at}.action`}
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
          at={`${at}.config`}
          error={error}
          value={config}
          onChange={(next) => onChange({ ...item, config: next })}
        />
      )}
    </div>
  );
}
