import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { sayNumber } from '../../lib/numbers.ts';
import { useSeesSome } from '../../lib/own-roles.ts';
import { queries } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { ActDialog } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { NameField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { KnowledgeParts } from './parts.tsx';
import { type Collection, collectionList } from './queries.ts';

const route = getRouteApi('/in/knowledge');

/** The collections of the project. */
export default function Collections() {
  const { cursor, tag } = route.useSearch();
  const seesSome = useSeesSome('collection');
  const { data, error, refetch } = useQuery({ ...collectionList(useScope(), cursor, tag), enabled: seesSome === true });
  const [making, setMaking] = useState(false);
  const mayMake = useMay('project', 'create_collection');
  const make = mayMake && (
    <Button look="primary" onClick={() => setMaking(true)}>
      {w.knowledge.make}
    </Button>
  );
  return (
    <Page title={w.knowledge.title} acts={make}>
      <KnowledgeParts shown="collections" />
      {mayMake === false && <p className="text-quiet">{w.knowledge.mayNotMake}</p>}
      {seesSome && <TagFilter kind="collection" tag={tag} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {seesSome === false && <p className="text-quiet">{w.failure.takesRole.project}</p>}
      {!data && !error && seesSome !== false && <Loading lines={6} />}
      {data?.results.length === 0 && (
        <Empty title={tag === undefined ? w.knowledge.none : w.knowledge.noneFits}>
          {tag === undefined && w.knowledge.noneHint}
        </Empty>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.knowledge.title} columns={columns()} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {making && <MakeCollection onClose={() => setMaking(false)} />}
    </Page>
  );
}

function columns(): readonly Column<Collection>[] {
  return [
    {
      name: w.knowledge.name,
      show: ({ id, title, summary, tags }) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/$collectionId"
            params={{ collectionId: id }}
            className="break-words text-accent underline"
          >
            {title}
          </Link>
          {summary && <span className="line-clamp-2 text-sm text-quiet">{summary}</span>}
          <TagLinks kind="collection" tags={tags} />
        </span>
      ),
    },
    { name: w.knowledge.documents, end: true, show: ({ document_count }) => sayNumber(document_count) },
    { name: w.knowledge.passages, end: true, wide: true, show: ({ chunk_count }) => sayNumber(chunk_count) },
    { name: w.knowledge.changed, wide: true, show: ({ modified }) => <Time at={modified} /> },
  ];
}

function MakeCollection({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const make = useMutation({
    mutationFn: () => post(`${PROJECT}/collection`, { params: { path: { ...scope } }, body: { title } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['collection', 'list'] });
      void navigate({ to: '/knowledge/$collectionId', params: { collectionId: id } });
    },
  });
  return (
    <ActDialog title={w.knowledge.make} act={make} submit={w.knowledge.make} places={['title']} onClose={onClose}>
      <NameField
        label={w.knowledge.name}
        hint={w.knowledge.nameHint}
        at="title"
        error={make.error}
        value={title}
        onChange={setTitle}
      />
    </ActDialog>
  );
}
