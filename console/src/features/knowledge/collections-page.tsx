import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameField } from '../../ui/field.tsx';
import { BookOpen } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { KnowledgeTabs } from './knowledge-tabs.tsx';
import { type Collection, collectionsQuery } from './queries.ts';

const route = getRouteApi('/in/knowledge');

/** Lists the collections of the project. */
export default function CollectionsPage() {
  const { cursor, tag } = route.useSearch();
  const canView = useCanViewAny('collection');
  const { data, error, refetch } = useQuery({
    ...collectionsQuery(useScope(), cursor, tag),
    enabled: canView === true,
  });
  const [isCreating, setIsCreating] = useState(false);
  const canCreate = useHasPermission('project', 'create_collection');
  const createButton = canCreate && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.knowledge.create}
    </Button>
  );
  const isEmpty = data?.results.length === 0 && tag === undefined;
  return (
    <Page title={w.knowledge.title} actions={!isEmpty && createButton}>
      <KnowledgeTabs selectedTab="collections" />
      {canCreate === false && <p className="text-muted">{w.knowledge.cannotCreate}</p>}
      {canView && <TagFilter kind="collection" tag={tag} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {!data && !error && canView !== false && <Loading lineCount={6} />}
      {data?.results.length === 0 && (
        <EmptyState
          icon={BookOpen}
          title={tag === undefined ? w.knowledge.none : w.knowledge.noMatch}
          action={isEmpty && createButton}
        >
          {tag === undefined && w.knowledge.noneHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.knowledge.title} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <CreateCollectionDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function getColumns(): readonly Column<Collection>[] {
  return [
    {
      header: w.knowledge.name,
      render: ({ id, title, summary, tags }) => (
        <span className="flex flex-col">
          <Link to="/knowledge/$collectionId" params={{ collectionId: id }} className="break-words link">
            {title}
          </Link>
          {summary && <span className="line-clamp-2 text-sm text-muted">{summary}</span>}
          <TagLinks kind="collection" tags={tags} />
        </span>
      ),
    },
    { header: w.knowledge.documents, alignsEnd: true, render: ({ document_count }) => formatNumber(document_count) },
    {
      header: w.knowledge.passages,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ chunk_count }) => formatNumber(chunk_count),
    },
    { header: w.knowledge.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
  ];
}

function CreateCollectionDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const create = useMutation({
    mutationFn: () => post(`${PROJECT}/collection`, { params: { path: { ...scope } }, body: { title } }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['collection', 'list'] });
      void navigate({ to: '/knowledge/$collectionId', params: { collectionId: id } });
    },
  });
  return (
    <MutationDialog
      title={w.knowledge.create}
      mutation={create}
      submitLabel={w.knowledge.create}
      fieldPaths={['title']}
      onClose={onClose}
    >
      <NameField
        label={w.knowledge.name}
        hint={w.knowledge.nameHint}
        path="title"
        error={create.error}
        value={title}
        onChange={setTitle}
      />
    </MutationDialog>
  );
}
