import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { X } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { type TaggableKind, tagsQuery } from './queries.ts';

interface Props {
  readonly kind: TaggableKind;
  /** Default: "Tags". */
  readonly label?: string;
  readonly error: unknown;
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Edits tags: adds typed or suggested ones, removes one by click. */
export function TagsField({ kind, label = w.building.tags, error, value, onChange }: Props) {
  const [text, setText] = useState('');
  const listId = useId();
  const canView = useHasPermission('project', 'view');
  const suggestions = useQuery({ ...tagsQuery(useScope(), kind), enabled: canView === true }).data ?? [];
  const addTags = (input: string) => {
    const names = input.split(',').map((name) => name.trim());
    const newTags = names.filter((name) => name !== '' && !value.includes(name));
    setText('');
    if (newTags.length > 0) onChange([...value, ...new Set(newTags)]);
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        hint={w.building.tagsHint}
        path="tags"
        error={error}
        list={listId}
        value={text}
        onChange={({ target }) => (target.value.includes(',') ? addTags(target.value) : setText(target.value))}
        onBlur={() => addTags(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return;
          event.preventDefault();
          addTags(text);
        }}
      />
      <datalist id={listId}>
        {suggestions
          .filter(({ name }) => !value.includes(name))
          .map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
      </datalist>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((tag) => (
            <li key={tag}>
              <Button
                isSmall
                aria-label={w.building.removeTag({ tag })}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              >
                {tag} <X className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
