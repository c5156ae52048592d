import { type Settings, withSetting } from '../../../lib/settings.ts';
import { CheckboxGroupField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { TagsField } from '../../subjects/tags-field.tsx';
import { SOURCE_KINDS } from '../sources/draft.ts';
import type { MetadataFilter } from './filter.ts';
import { MetadataFilterField } from './filter-field.tsx';

/** Origins of documents. */
const SOURCES = ['upload', 'text', ...SOURCE_KINDS] as const;

interface Props {
  /** Filters as in requests. Undefined for none. */
  readonly value: Settings | undefined;
  readonly path: string;
  readonly error: unknown;
  readonly onChange: (filters: Settings | undefined) => void;
}

/** Edits which documents a task or an agent searches: by tags, origin and metadata. Keeps selected documents. */
export function SearchFiltersField({ value = {}, path, error, onChange }: Props) {
  const update = (name: string, next: unknown) => {
    const filters = withSetting(value, name, next);
    onChange(Object.keys(filters).length === 0 ? undefined : filters);
  };
  const documentIds = (value.document_ids as readonly string[] | undefined) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <TagsField
        kind="document"
        label={w.knowledge.documentTags}
        error={undefined}
        value={(value.tags as readonly string[] | undefined) ?? []}
        onChange={(tags) => update('tags', tags.length === 0 ? undefined : tags)}
      />
      <CheckboxGroupField
        label={w.knowledge.origins}
        path={`${path}.sources`}
        error={error}
        options={SOURCES}
        getLabel={(source) => w.knowledge.originNames[source as (typeof SOURCES)[number]]}
        value={(value.sources as readonly string[] | undefined) ?? []}
        onChange={(sources) => update('sources', sources)}
      />
      <MetadataFilterField
        path={`${path}.metadata`}
        error={error}
        value={value.metadata as MetadataFilter | undefined}
        onChange={(metadata) => update('metadata', metadata)}
      />
      {documentIds.length > 0 && (
        <p className="text-sm text-muted">{w.knowledge.onlyDocuments({ count: documentIds.length })}</p>
      )}
    </div>
  );
}
