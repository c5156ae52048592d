import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useScope } from '../../../lib/session.ts';
import { CheckboxField, FieldErrorText, TextField, useFieldError } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { allCollectionsQuery } from '../queries.ts';

interface Props {
  /** IDs of the selected collections. Undefined for all. */
  readonly value: readonly string[] | undefined;
  readonly error: unknown;
  readonly onChange: (ids: readonly string[] | undefined) => void;
}

/** Number of collections above which a search field appears. */
const SEARCH_THRESHOLD = 12;

/** Selects where to search: in all collections that the user may view, or in some. */
export function CollectionPicker({ value, error, onChange }: Props) {
  const name = useId();
  const { data: collections = [] } = useQuery(allCollectionsQuery(useScope()));
  const { fieldError, onChange: dismissError } = useFieldError(error, 'collection_ids');
  const [text, setText] = useState('');
  const term = text.trim().toLocaleLowerCase();
  const shown = collections.filter(({ id, title }) => value?.includes(id) || title.toLocaleLowerCase().includes(term));
  const unlisted = (value ?? []).filter((id) => !collections.some((collection) => collection.id === id));
  const toggle = (id: string, isChecked: boolean) =>
    onChange(isChecked ? [...(value ?? []), id] : value?.filter((other) => other !== id));
  const first = collections[0]?.id;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" onChange={dismissError}>
      <legend className="mb-1.5 text-sm font-medium">{w.knowledge.searchIn}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Choice
          name={name}
          label={w.knowledge.allVisible}
          isChecked={value === undefined}
          onSelect={() => onChange(undefined)}
        />
        <Choice
          name={name}
          label={w.knowledge.someCollections}
          isChecked={value !== undefined}
          onSelect={() => onChange(collections.length === 1 && first !== undefined ? [first] : [])}
        />
      </div>
      {value !== undefined && (
        <div className="flex flex-col gap-2 ps-6">
          {collections.length > SEARCH_THRESHOLD && (
            <div className="max-w-sm">
              <TextField
                type="search"
                label={w.knowledge.findCollection}
                value={text}
                onChange={({ target }) => setText(target.value)}
                // Enter would submit the surrounding form.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            </div>
          )}
          <div className="grid max-h-64 gap-x-4 gap-y-1 overflow-y-auto sm:grid-cols-2">
            {shown.map(({ id, title }) => (
              <CheckboxField
                key={id}
                label={<span className="min-w-0 break-words">{title}</span>}
                checked={value.includes(id)}
                onChange={(isChecked) => toggle(id, isChecked)}
              />
            ))}
            {unlisted.map((id) => (
              <CheckboxField
                key={id}
                label={<span className="text-muted">{`…${id.slice(-6)}`}</span>}
                checked
                onChange={(isChecked) => toggle(id, isChecked)}
              />
            ))}
          </div>
          {value.length === 0 && <p className="text-sm text-muted">{w.knowledge.selectCollections}</p>}
        </div>
      )}
      <FieldErrorText>{fieldError}</FieldErrorText>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly onSelect: () => void;
}

function Choice({ name, label, isChecked, onSelect }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        name={name}
        className="mt-[0.1875rem] size-4 shrink-0 accent-accent"
        checked={isChecked}
        onChange={onSelect}
      />
      {label}
    </label>
  );
}
