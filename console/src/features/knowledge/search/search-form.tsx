import { useRef, useState } from 'react';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { w } from '../../../words/index.ts';
import { formatFilter } from '../metadata/filter.ts';
import { MetadataFilterField } from '../metadata/filter-field.tsx';
import { CollectionPicker } from './collection-picker.tsx';
import type { SearchRequest } from './queries.ts';

interface Props {
  /** The search of the address. */
  readonly request: SearchRequest;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSearch: (request: SearchRequest) => void;
}

/** Edits a search. Another address, such as that of the browser's Back button, replaces what was typed. */
export function SearchForm({ request, error, isPending, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useTyped(request.query);
  const [collectionIds, setCollectionIds] = useTyped(request.collectionIds);
  const [filter, setFilter] = useTyped(request.filter);
  useShortcuts([{ key: '/', description: w.knowledge.focusSearch, run: () => field.current?.focus() }]);
  const search = (isAnswered: boolean) => {
    if (query.trim() === '') field.current?.focus();
    else if (collectionIds?.length !== 0) onSearch({ query, collectionIds, filter, isAnswered });
  };
  return (
    <Form className="flex max-w-4xl flex-col gap-4" onSubmit={() => search(false)}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <Field label={w.knowledge.searchText} path="query" error={error}>
            {(controlProps) => (
              <input
                {...controlProps}
                ref={field}
                type="search"
                maxLength={4000}
                value={query}
                onChange={({ target }) => setQuery(target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="primary" isPending={isPending && !request.isAnswered}>
          {w.knowledge.searchNow}
        </Button>
        <Button
          isPending={isPending && request.isAnswered}
          onClick={({ currentTarget }) => currentTarget.form?.reportValidity() && search(true)}
        >
          {w.knowledge.answerNow}
        </Button>
      </div>
      <CollectionPicker value={collectionIds} error={error} onChange={setCollectionIds} />
      <Disclosure
        title={w.knowledge.filters}
        summary={filter === undefined ? w.knowledge.noFilters : w.knowledge.withFilters}
        fieldPaths={['filters.metadata']}
        error={error}
      >
        <MetadataFilterField
          key={formatFilter(request.filter)}
          path="filters.metadata"
          error={error}
          value={filter}
          onChange={setFilter}
        />
      </Disclosure>
    </Form>
  );
}

/** State of a form field that starts again from the applied value whenever that changes. */
function useTyped<T>(applied: T) {
  const key = JSON.stringify(applied) ?? '';
  const [typed, setTyped] = useState<{ readonly value: T; readonly key: string }>();
  const value = typed && typed.key === key ? typed.value : applied;
  return [value, (next: T) => setTyped({ value: next, key })] as const;
}
