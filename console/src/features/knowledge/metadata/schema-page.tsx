import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { post } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Hash, X } from '../../../ui/icons.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagePlaceholder } from '../../../ui/page-placeholder.tsx';
import { Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { KnowledgeTabs } from '../knowledge-tabs.tsx';
import { type MetadataField, type MetadataType, OPERATORS } from './filter.ts';
import { facetsQuery, METADATA_SCHEMA_PATH, metadataSchemaQuery } from './queries.ts';

const TYPES = Object.keys(OPERATORS) as MetadataType[];

/** Shows and edits the metadata fields of the project. */
export default function MetadataSchemaPage() {
  const { data, error, refetch } = useQuery(metadataSchemaQuery(useScope()));
  const canEdit = useHasPermission('project', 'edit');
  if (!data) return <PagePlaceholder title={w.knowledge.metadata} query={{ error, refetch }} />;
  const { fields } = data.value;
  return (
    <Page title={w.knowledge.metadata}>
      <KnowledgeTabs selectedTab="metadata" />
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <p className="max-w-prose text-muted">{w.knowledge.metadataHint}</p>
      {canEdit ? (
        <SchemaForm key={data.version} fields={fields} version={data.version} />
      ) : fields.length === 0 ? (
        <EmptyState icon={Hash} title={w.knowledge.noFields}>
          {w.knowledge.fieldsTakeRole}
        </EmptyState>
      ) : (
        <Table
          caption={w.knowledge.metadata}
          columns={[
            { header: w.knowledge.fieldName, render: ({ key }) => key },
            { header: w.knowledge.fieldType, render: ({ type }) => w.knowledge.fieldTypes[type] },
            { header: w.knowledge.description, hidesOnMobile: true, render: ({ description }) => description },
          ]}
          rows={fields}
          getRowKey={({ key }) => key}
        />
      )}
    </Page>
  );
}

/** A field of the form. `id` is stable while the user types. */
interface FieldDraft extends MetadataField {
  readonly id: number;
}

interface FormProps {
  readonly fields: readonly MetadataField[];
  readonly version: string | undefined;
}

function SchemaForm({ fields: before, version }: FormProps) {
  const scope = useScope();
  const [drafts, setDrafts] = useState<readonly FieldDraft[]>(() => before.map((field, id) => ({ ...field, id })));
  const [nextId, setNextId] = useState(before.length);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // A new row is the next thing to fill in.
    if (nextId > before.length) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [nextId, before.length]);
  const facets = useQuery(facetsQuery(scope, {})).data ?? [];
  const countOf = (key: string) => facets.find((facet) => facet.key === key)?.documents ?? 0;
  const save = useMutation({
    mutationFn: () => {
      const fields = drafts.map(({ id: _, ...field }) => field);
      const header = version === undefined ? {} : { 'If-Match': version };
      return post(METADATA_SCHEMA_PATH, { params: { path: { ...scope }, header }, body: { fields } });
    },
    onSuccess: () => {
      showToast(w.knowledge.saved);
      for (const queryKey of [['project', scope.project_id], ['document']])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const losses = listLosses(before, drafts).filter(({ key }) => countOf(key) > 0);
  const isChanged = JSON.stringify(before) !== JSON.stringify(drafts.map(({ id: _, ...field }) => field));
  return (
    <MutationForm
      mutation={save}
      submitLabel={losses.length > 0 ? w.knowledge.saveAnyway : w.knowledge.save}
      canSubmit={isChanged}
      fieldPaths={drafts.flatMap((_, index) => ['key', 'type', 'description'].map((name) => `fields.${index}.${name}`))}
      className="flex max-w-4xl flex-col gap-4"
    >
      {drafts.length === 0 && (
        <EmptyState icon={Hash} title={w.knowledge.noFields}>
          {w.knowledge.noFieldsHint}
        </EmptyState>
      )}
      <ol ref={list} className="flex flex-col gap-3 empty:hidden">
        {drafts.map((draft, index) => (
          <FieldRow
            key={draft.id}
            draft={draft}
            index={index}
            error={save.error}
            documents={countOf(draft.key)}
            onChange={(next) => setDrafts(drafts.toSpliced(index, 1, ...(next ? [{ ...next, id: draft.id }] : [])))}
          />
        ))}
      </ol>
      <div>
        <Button
          onClick={() => {
            setDrafts([...drafts, { id: nextId, key: '', type: 'text', description: '' }]);
            setNextId(nextId + 1);
          }}
        >
          {w.knowledge.addField}
        </Button>
      </div>
      {losses.length > 0 && (
        <div role="status">
          <ul className="flex flex-col gap-1 rounded-md border border-warning bg-warning-subtle p-3">
            {losses.map(({ key, isRemoved }) => {
              const values = { key, documents: countOf(key) };
              return (
                <li key={key}>{isRemoved ? w.knowledge.fieldRemoved(values) : w.knowledge.fieldConverted(values)}</li>
              );
            })}
          </ul>
        </div>
      )}
    </MutationForm>
  );
}

/** Returns the fields whose stored values a change removes or converts. */
function listLosses(before: readonly MetadataField[], after: readonly MetadataField[]) {
  return before.flatMap(({ key, type }) => {
    const next = after.find((field) => field.key === key);
    return next?.type === type ? [] : [{ key, isRemoved: next === undefined }];
  });
}

interface RowProps {
  readonly draft: MetadataField;
  readonly index: number;
  readonly error: unknown;
  /** Number of documents with a value. */
  readonly documents: number;
  readonly onChange: (draft: MetadataField | undefined) => void;
}

function FieldRow({ draft, index, error, documents, onChange }: RowProps) {
  const path = (name: string) => `fields.${index}.${name}`;
  return (
    <li className="flex items-start gap-2 rounded-md border bg-surface p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[1fr_9rem_2fr]">
        <TextField
          label={w.knowledge.fieldName}
          path={path('key')}
          error={error}
          required
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          value={draft.key}
          onChange={({ target }) => onChange({ ...draft, key: target.value })}
        />
        <SelectField
          label={w.knowledge.fieldType}
          path={path('type')}
          error={error}
          value={draft.type}
          onChange={({ target }) => onChange({ ...draft, type: target.value as MetadataType })}
        >
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {w.knowledge.fieldTypes[type]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={w.knowledge.description}
          path={path('description')}
          error={error}
          maxLength={500}
          value={draft.description}
          onChange={({ target }) => onChange({ ...draft, description: target.value })}
        />
        {documents > 0 && (
          <p className="text-sm text-muted sm:col-span-3">
            {w.knowledge.documentsWithValue({ documents, count: formatNumber(documents) })}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        className="mt-6.5"
        aria-label={w.knowledge.removeField({ key: draft.key || String(index + 1) })}
        onClick={() => onChange(undefined)}
      >
        <X className="size-4" />
      </Button>
    </li>
  );
}
