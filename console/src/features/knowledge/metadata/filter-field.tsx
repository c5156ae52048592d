import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldErrorText, SelectField, TextareaField, TextField, useFieldError } from '../../../ui/field.tsx';
import { X } from '../../../ui/icons.ts';
import { w } from '../../../words/index.ts';
import {
  type ConditionDraft,
  type FilterDraft,
  GROUP_MODES,
  type GroupDraft,
  type GroupMode,
  isGroup,
  MAX_GROUP_LEVELS,
  type MetadataField,
  type MetadataFilter,
  OPERATORS,
  type Operator,
  toFilter,
  toFilterDraft,
} from './filter.ts';
import { facetsQuery, useMetadataFields } from './queries.ts';

interface Props {
  readonly value: MetadataFilter | undefined;
  readonly path: string;
  readonly error: unknown;
  readonly onChange: (filter: MetadataFilter | undefined) => void;
}

/** Edits a condition on the metadata of documents. Keeps incomplete conditions until they are complete. */
export function MetadataFilterField({ value, path, error, onChange }: Props) {
  const fields = useMetadataFields();
  const [typed, setTyped] = useState(() => toFilterDraft(value));
  const { fieldError, onChange: dismissError } = useFieldError(error, path);
  const isInSync = JSON.stringify(toFilter(fields, typed)) === JSON.stringify(value);
  const draft = isInSync ? typed : toFilterDraft(value);
  const update = (next: GroupDraft) => {
    setTyped(next);
    onChange(toFilter(fields, next));
  };
  if (fields.length === 0 && draft.items.length === 0)
    return <p className="text-sm text-muted">{w.knowledge.noFieldsToFilter}</p>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" onChange={dismissError}>
      <legend className="mb-1.5 text-sm font-medium">{w.knowledge.metadataFilter}</legend>
      <GroupFields group={draft} level={1} fields={fields} onChange={update} />
      <FieldErrorText>{fieldError}</FieldErrorText>
    </fieldset>
  );
}

interface GroupProps {
  readonly group: GroupDraft;
  readonly level: number;
  readonly fields: readonly MetadataField[];
  readonly onChange: (group: GroupDraft) => void;
}

function GroupFields({ group, level, fields, onChange }: GroupProps) {
  const { mode, items } = group;
  const setItems = (next: readonly FilterDraft[]) => onChange({ mode, items: next });
  const replace = (index: number, next: readonly FilterDraft[]) => setItems(items.toSpliced(index, 1, ...next));
  const [first] = fields;
  const newCondition: ConditionDraft | undefined = first && {
    key: first.key,
    operator: OPERATORS[first.type][0],
    text: '',
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {items.length > 0 && <ModeField value={mode} onChange={(next) => onChange({ mode: next, items })} />}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID
        <div key={index} className="flex min-w-0 items-start gap-2 border-s-2 ps-3">
          <div className="min-w-0 flex-1">
            {isGroup(item) ? (
              <fieldset aria-label={w.knowledge.conditionGroup}>
                <GroupFields
                  group={item}
                  level={level + 1}
                  fields={fields}
                  onChange={(next) => replace(index, [next])}
                />
              </fieldset>
            ) : (
              <ConditionFields condition={item} fields={fields} onChange={(next) => replace(index, [next])} />
            )}
          </div>
          <Button
            variant="quiet"
            className="mt-6.5"
            aria-label={w.knowledge.removeCondition({ n: index + 1 })}
            onClick={() => replace(index, [])}
          >
            <X className="size-4" />
          </Button>
        </div>
      ))}
      {newCondition && (
        <div className="flex flex-wrap gap-2">
          <Button isSmall onClick={() => setItems([...items, newCondition])}>
            {w.knowledge.addCondition}
          </Button>
          {level < MAX_GROUP_LEVELS && items.length > 0 && (
            <Button
              isSmall
              variant="quiet"
              onClick={() => setItems([...items, { mode: 'any', items: [newCondition] }])}
            >
              {w.knowledge.addGroup}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function ModeField({ value, onChange }: { readonly value: GroupMode; readonly onChange: (mode: GroupMode) => void }) {
  return (
    <div className="max-w-xs">
      <SelectField
        label={w.knowledge.groupMode}
        value={value}
        onChange={({ target }) => onChange(target.value as GroupMode)}
      >
        {GROUP_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {w.knowledge.groupModes[mode]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

interface ConditionProps {
  readonly condition: ConditionDraft;
  readonly fields: readonly MetadataField[];
  readonly onChange: (condition: ConditionDraft) => void;
}

function ConditionFields({ condition, fields, onChange }: ConditionProps) {
  const { key, operator } = condition;
  const field = fields.find((candidate) => candidate.key === key);
  const operators: readonly Operator[] = field ? OPERATORS[field.type] : [operator];
  const selectKey = (next: string) => {
    const type = fields.find((candidate) => candidate.key === next)?.type;
    if (!type) return;
    const isKept = (OPERATORS[type] as readonly string[]).includes(operator) && type === field?.type;
    onChange(isKept ? { ...condition, key: next } : { key: next, operator: OPERATORS[type][0], text: '' });
  };
  return (
    <div className="grid min-w-0 gap-2 sm:grid-cols-3">
      <SelectField label={w.knowledge.field} value={key} onChange={({ target }) => selectKey(target.value)}>
        {!field && <option value={key}>{w.knowledge.unknownField({ key })}</option>}
        {fields.map((candidate) => (
          <option key={candidate.key}>{candidate.key}</option>
        ))}
      </SelectField>
      <SelectField
        label={w.knowledge.operator}
        value={operator}
        onChange={({ target }) => onChange({ ...condition, operator: target.value as Operator })}
      >
        {operators.map((candidate) => (
          <option key={candidate} value={candidate}>
            {field?.type === 'date' ? w.knowledge.dateOperators[candidate] : w.knowledge.operators[candidate]}
          </option>
        ))}
      </SelectField>
      {operator !== 'exists' && operator !== 'not_exists' && (
        <OperandField condition={condition} field={field} onChange={onChange} />
      )}
    </div>
  );
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

function OperandField({
  condition,
  field,
  onChange,
}: Omit<ConditionProps, 'fields'> & { readonly field: MetadataField | undefined }) {
  const { operator, text } = condition;
  const listId = useId();
  const setText = (next: string) => onChange({ ...condition, text: next });
  const suggests = field?.type === 'text' || field?.type === 'list';
  if (operator === 'in' || operator === 'not_in')
    return (
      <TextareaField
        label={w.knowledge.values}
        hint={w.ui.onePerLine}
        rows={2}
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    );
  const type =
    field?.type === 'number'
      ? 'number'
      : field?.type === 'date' && (text === '' || DAY_PATTERN.test(text))
        ? 'date'
        : 'text';
  return (
    <>
      <TextField
        label={w.knowledge.value}
        type={type}
        step="any"
        required
        autoComplete="off"
        {...(suggests && { list: listId })}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {suggests && <ValueSuggestions id={listId} fieldKey={condition.key} />}
    </>
  );
}

/** Suggests the most common values of a field. */
function ValueSuggestions({ id, fieldKey }: { readonly id: string; readonly fieldKey: string }) {
  const { data } = useQuery(facetsQuery(useScope(), {}));
  return (
    <datalist id={id}>
      {data
        ?.find(({ key }) => key === fieldKey)
        ?.values.map(({ value }) => (
          <option key={value} value={value} />
        ))}
    </datalist>
  );
}
