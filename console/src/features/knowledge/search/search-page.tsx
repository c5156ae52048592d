import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCanViewAny } from '../../../lib/own-roles.ts';
import { useScope } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormError } from '../../../ui/form.tsx';
import { Search } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { w } from '../../../words/index.ts';
import { KnowledgeTabs } from '../knowledge-tabs.tsx';
import { BesideFacets, Facets } from '../metadata/facets.tsx';
import { formatFilter, type MetadataFilter, parseFilter } from '../metadata/filter.ts';
import { QueryAnswer } from '../query-answer.tsx';
import { type SearchRequest, searchQuery } from './queries.ts';
import { ResultList } from './result-list.tsx';
import { SearchForm } from './search-form.tsx';

const route = getRouteApi('/in/knowledge/search');

/** Searches one or several collections, or all that the user may view. The address keeps the search. */
export default function SearchPage() {
  const { q, in: ids, answer, metadata } = route.useSearch();
  const navigate = useNavigate();
  const canView = useCanViewAny('collection');
  const request: SearchRequest = {
    query: q ?? '',
    collectionIds: ids === undefined ? undefined : ids.split(','),
    filter: parseFilter(metadata),
    isAnswered: answer === 'yes',
  };
  const search = ({ query, collectionIds, filter, isAnswered }: SearchRequest) =>
    void navigate({
      to: '/knowledge/search',
      search: {
        q: query,
        in: collectionIds?.join(','),
        answer: isAnswered ? 'yes' : undefined,
        metadata: formatFilter(filter),
      },
    });
  const { data, error, isFetching, refetch } = useQuery({
    ...searchQuery(useScope(), request),
    enabled: canView === true && request.query.trim() !== '',
  });
  const status = data && 'status' in data;
  return (
    <Page title={w.knowledge.search}>
      <KnowledgeTabs selectedTab="search" />
      {canView === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {canView && <SearchForm request={request} error={error} isPending={isFetching} onSearch={search} />}
      <FormError error={error} fieldPaths={['query', 'filters.metadata']} onRetry={() => void refetch()} />
      {request.query !== '' && (
        <BesideFacets facets={<SearchFacets request={request} onChange={(filter) => search({ ...request, filter })} />}>
          {isFetching && <Loading lineCount={6} />}
          <div aria-live="polite" className="flex flex-col gap-3">
            {data && request.isAnswered && <QueryAnswer result={data} showsPassages={status === true} />}
          </div>
          {data && !status && data.results.length > 0 && <ResultList results={data.results} query={request.query} />}
          {data && !status && data.results.length === 0 && (
            <EmptyState icon={Search} title={w.knowledge.nothingFound}>
              {w.knowledge.nothingFoundHint}
            </EmptyState>
          )}
        </BesideFacets>
      )}
    </Page>
  );
}

interface SearchFacetsProps {
  readonly request: SearchRequest;
  readonly onChange: (filter: MetadataFilter | undefined) => void;
}

function SearchFacets({ request: { collectionIds, filter }, onChange }: SearchFacetsProps) {
  return (
    <Facets
      filter={{ collectionIds, status: 'ready' }}
      value={filter}
      onChange={onChange}
      {...(collectionIds === undefined && { hint: w.knowledge.facetsOfAll })}
    />
  );
}
