import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Tagged, tagsFor } from './queries.ts';

interface Props {
  readonly kind: Tagged;
  readonly error: unknown;
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** The tags of something: each taken off by a click, others typed or chosen of those there are. */
export function TagsField({ kind, error, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const sees = useHasPermission('project', 'view');
  const known = useQuery({ ...tagsFor(useScope(), kind), enabled: sees === true }).data ?? [];
  const take = (text: string) => {
    const names = text.split(',').map((name) => name.trim());
    const fresh = names.filter((name) => name !== '' && !value.includes(name));
    setTyped('');
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)]);
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={w.building.tags}
        hint={w.building.tagsHint}
        path="tags"
        error={error}
        list={list}
        value={typed}
        onChange={({ target }) => (target.value.includes(',') ? take(target.value) : setTyped(target.value))}
        onBlur={() => take(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return;
          event.preventDefault();
          take(typed);
        }}
      />
      <datalist id={list}>
        {known
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
                aria-label={w.building.dropTag(tag)}
                onClick={() => onChange(value.filter((each) => each !== tag))}
              >
                {tag} <span aria-hidden>✕</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
