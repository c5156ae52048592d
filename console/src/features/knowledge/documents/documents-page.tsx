import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { FileText } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pagination } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { TagFilter } from '../../subjects/tag-filter.tsx';
import { DocumentTable } from '../document-table.tsx';
import { DocumentUpload } from '../document-upload.tsx';
import { KnowledgeTabs } from '../knowledge-tabs.tsx';
import { BesideFacets, Facets } from '../metadata/facets.tsx';
import { formatFilter, parseFilter } from '../metadata/filter.ts';
import { type DocumentFilter, documentsQuery } from '../queries.ts';

const route = getRouteApi('/in/knowledge/documents');

const STATUSES = ['queued', 'parsing', 'chunking', 'embedding', 'ready', 'failed'] as const;

/** Lists all documents of the project, including those without a collection. */
export default function DocumentsPage() {
  const { cursor, title, status, source, tag, metadata } = route.useSearch();
  const navigate = useNavigate();
  const canView = useCanViewAny('document');
  const canAdd = useHasPermission('project', 'create_document');
  const others: DocumentFilter = { title, status: STATUSES.find((candidate) => candidate === status), source, tag };
  const condition = parseFilter(metadata);
  const filter = { ...others, metadata: formatFilter(condition) };
  const { data, error, refetch } = useQuery({
    ...documentsQuery(useScope(), filter, cursor),
    enabled: canView === true,
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isEmpty = data?.results.length === 0;
  return (
    <Page title={w.knowledge.documents}>
      <KnowledgeTabs selectedTab="documents" />
      {canView === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {canAdd && <DocumentUpload />}
      {canView && (isFiltered || !isEmpty) && <DocumentFilters filter={filter} />}
      {canView && <TagFilter kind="document" tag={tag} />}
      <BesideFacets
        facets={
          canView && (
            <Facets
              filter={others}
              value={condition}
              onChange={(next) =>
                void navigate({ to: '/knowledge/documents', search: { ...others, metadata: formatFilter(next) } })
              }
            />
          )
        }
      >
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {!data && !error && canView !== false && <Loading lineCount={6} />}
        {isEmpty && (
          <EmptyState icon={FileText} title={isFiltered ? w.knowledge.noMatch : w.knowledge.noDocuments}>
            {!isFiltered && canAdd && w.knowledge.noDocumentsHint}
          </EmptyState>
        )}
        {data && data.results.length > 0 && <DocumentTable documents={data.results} canChange={canAdd === true} />}
        {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      </BesideFacets>
    </Page>
  );
}

/** Filters of the list. The address stores them. */
function DocumentFilters({ filter }: { readonly filter: DocumentFilter }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(filter.title ?? '');
  const applyFilter = (change: DocumentFilter) =>
    void navigate({ to: '/knowledge/documents', search: { ...filter, title: title || undefined, ...change } });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Form className="flex flex-wrap items-end gap-3" onSubmit={() => applyFilter({})}>
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
        onChange={(event) => applyFilter({ status: STATUSES.find((candidate) => candidate === event.target.value) })}
      >
        <option value="">{w.knowledge.allStatuses}</option>
        {STATUSES.map((candidate) => (
          <option key={candidate} value={candidate}>
            {w.knowledge.states[candidate]}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{w.knowledge.filter}</Button>
      {isFiltered && (
        <Button
          variant="quiet"
          onClick={() => {
            setTitle('');
            void navigate({ to: '/knowledge/documents', search: {} });
          }}
        >
          {w.knowledge.clearFilters}
        </Button>
      )}
    </Form>
  );
}
