import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCanViewAny } from '../../../lib/own-roles.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pagination } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { TagFilter } from '../../subjects/tag-filter.tsx';
import { BringIn } from '../bring-in.tsx';
import { DocumentTable } from '../document-table.tsx';
import { KnowledgeParts } from '../parts.tsx';
import { type DocumentFilter, documentList } from '../queries.ts';

const route = getRouteApi('/in/knowledge/documents');

const STATES = ['queued', 'parsing', 'chunking', 'embedding', 'ready', 'failed'] as const;

/** All documents of the project, in whatever collection, or in none. */
export default function Documents() {
  const { cursor, title, status, source, tag } = route.useSearch();
  const seesSome = useCanViewAny('document');
  const mayAdd = useHasPermission('project', 'create_document');
  const filter: DocumentFilter = { title, status: STATES.find((each) => each === status), source, tag };
  const { data, error, refetch } = useQuery({
    ...documentList(useScope(), filter, cursor),
    enabled: seesSome === true,
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Page title={w.knowledge.documents}>
      <KnowledgeParts shown="documents" />
      {seesSome === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {mayAdd && <BringIn />}
      {seesSome && <Filters filter={filter} />}
      {seesSome && <TagFilter kind="document" tag={tag} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && seesSome !== false && <Loading lineCount={6} />}
      {data?.results.length === 0 && (
        <EmptyState title={isFiltered ? w.knowledge.noneFits : w.knowledge.noDocuments}>
          {!isFiltered && mayAdd && w.knowledge.noDocumentsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && <DocumentTable documents={data.results} mayChange={mayAdd === true} />}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

/** What the list is cut down to; it stands in the address. */
function Filters({ filter }: { readonly filter: DocumentFilter }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(filter.title ?? '');
  const show = (change: DocumentFilter) =>
    void navigate({ to: '/knowledge/documents', search: { ...filter, title: title || undefined, ...change } });
  const isOn = Object.values(filter).some((value) => value !== undefined);
  return (
    <Form className="flex flex-wrap items-end gap-3" onSubmit={() => show({})}>
      <TextField
        label={w.knowledge.titlePart}
        type="search"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label={w.knowledge.state}
        value={filter.status ?? ''}
        onChange={(event) => show({ status: STATES.find((each) => each === event.target.value) })}
      >
        <option value="">{w.knowledge.everyState}</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {w.knowledge.states[each]}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{w.knowledge.filter}</Button>
      {isOn && (
        <Button
          variant="quiet"
          onClick={() => {
            setTitle('');
            void navigate({ to: '/knowledge/documents', search: {} });
          }}
        >
          {w.knowledge.dropFilters}
        </Button>
      )}
    </Form>
  );
}
