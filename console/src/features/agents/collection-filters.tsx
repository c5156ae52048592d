import { type Settings, withSetting } from '../../lib/settings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { w } from '../../words/index.ts';
import { SearchFiltersField } from '../knowledge/metadata/search-filters-field.tsx';
import { ConfigFields } from '../subjects/config-fields.tsx';
import { SEARCH_SETTINGS } from '../tasks/retrieval-settings.ts';
import type { AttachmentEntry } from './draft.ts';

interface Props {
  readonly entries: readonly AttachmentEntry[];
  /** Returns the title of a collection. */
  readonly getName: (id: string) => string;
  readonly error: unknown;
  readonly onChange: (entries: readonly AttachmentEntry[]) => void;
}

/** Edits which documents of each collection the agent can search, and how. */
export function CollectionFilters({ entries, getName, error, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3 pt-3 empty:hidden">
      {entries.map((entry, index) => {
        const path = `collections.${index}`;
        return (
          <Disclosure
            key={String(entry.collection_id)}
            title={w.agents.filtersOf({ name: getName(String(entry.collection_id)) })}
            summary={entry.filters ? w.agents.filtered : w.agents.allDocuments}
            fieldPaths={['filters', ...SEARCH_SETTINGS.map(({ name }) => name)].map((name) => `${path}.${name}`)}
            error={error}
          >
            <SearchFiltersField
              path={`${path}.filters`}
              error={error}
              value={entry.filters as Settings | undefined}
              onChange={(filters) => onChange(entries.with(index, withSetting(entry, 'filters', filters)))}
            />
            <ConfigFields
              settings={SEARCH_SETTINGS}
              path={path}
              error={error}
              value={entry}
              onChange={(nextEntry) => onChange(entries.with(index, nextEntry))}
            />
          </Disclosure>
        );
      })}
    </div>
  );
}
