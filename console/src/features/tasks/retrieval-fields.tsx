import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { type Settings, withSetting } from '../../lib/settings.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { SearchFiltersField } from '../knowledge/metadata/search-filters-field.tsx';
import { collectionsQuery } from '../knowledge/queries.ts';
import { ConfigFields } from '../subjects/config-fields.tsx';
import type { RetrievalDraft } from './draft.ts';
import { RETRIEVAL_SETTINGS } from './retrieval-settings.ts';

interface Props {
  readonly value: RetrievalDraft;
  /** Prompt variables. */
  readonly variables: readonly string[];
  readonly error: unknown;
  readonly onChange: (value: RetrievalDraft) => void;
}

/** Fields for retrieval: the collection, the query and the settings. */
export function RetrievalFields({ value, variables, error, onChange }: Props) {
  const canView = useHasPermission('project', 'view');
  const { data } = useQuery({ ...collectionsQuery(useScope()), enabled: canView === true });
  const { collection_id: collection, rag_param: param, rag_config: config } = value;
  const collections = data?.results ?? [];
  return (
    <>
      <SelectField
        label={w.tasks.collection}
        hint={canView === false ? w.building.optionsHidden : w.tasks.collectionHint}
        path="rag.collection_id"
        error={error}
        value={collection}
        onChange={({ target }) => onChange({ ...value, collection_id: target.value })}
      >
        <option value="">{w.building.none}</option>
        {collection !== '' && !collections.some(({ id }) => id === collection) && (
          <option value={collection}>{`…${collection.slice(-6)}`}</option>
        )}
        {collections.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {collection !== '' && (
        <>
          <SelectField
            label={w.tasks.searchQuery}
            hint={w.tasks.retrievedHint}
            path="rag.rag_param"
            error={error}
            value={param}
            onChange={({ target }) => onChange({ ...value, rag_param: target.value })}
          >
            <option value="">{w.tasks.wholePrompt}</option>
            {[...new Set([...variables, param])].filter(Boolean).map((name) => (
              <option key={name} value={name}>
                {`{${name}}`}
              </option>
            ))}
          </SelectField>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">{w.building.settings.filters}</legend>
            <SearchFiltersField
              path="rag.rag_config.filters"
              error={error}
              value={config.filters as Settings | undefined}
              onChange={(filters) => onChange({ ...value, rag_config: withSetting(config, 'filters', filters) })}
            />
          </fieldset>
          <ConfigFields
            settings={RETRIEVAL_SETTINGS.filter(({ name }) => name !== 'filters')}
            path="rag.rag_config"
            error={error}
            value={config}
            onChange={(nextConfig) => onChange({ ...value, rag_config: nextConfig })}
          />
        </>
      )}
    </>
  );
}
