import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Paging } from '../../ui/table.tsx';
import { Unread } from '../../ui/unread.tsx';
import { w } from '../../words/index.ts';
import { ThingActs } from '../people/who-may.tsx';
import { AskPanel } from './ask.tsx';
import { BringIn } from './bring-in.tsx';
import { DocumentTable } from './document-table.tsx';
import { type Collection, collection, documentsOf } from './queries.ts';

const route = getRouteApi('/in/knowledge/$collectionId');

/** A collection: bring documents in, see how far they are, ask them. */
export default function CollectionScreen() {
  const { collectionId } = route.useParams();
  const { data, error, refetch } = useQuery(collection(useScope(), collectionId));
  if (!data) return <Unread title={w.knowledge.title} of={{ error, refetch }} />;
  return (
    <Page title={data.title} acts={<ThingActs of={{ type: 'collection', id: data.id, name: data.title }} />}>
      {error && <Failed error={error} lead={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <About of={data} />
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <Documents collectionId={data.id} />
        <AskPanel collectionId={data.id} />
      </div>
    </Page>
  );
}

function About({ of: { summary, document_count, chunk_count, embedding } }: { readonly of: Collection }) {
  return (
    <div className="flex flex-col gap-1 text-quiet">
      {summary && <p>{summary}</p>}
      <p className="text-sm">
        {w.knowledge.size(sayNumber(document_count), sayNumber(chunk_count), embedding.model)}
        {embedding.missing > 0 && ` ${w.knowledge.missing(sayNumber(embedding.missing))}`}
        {embedding.next &&
          ` ${w.knowledge.filling(embedding.next.model, sayNumber(embedding.next.done), sayNumber(embedding.next.total))}`}
      </p>
      {embedding.error && <p className="text-sm text-bad">{embedding.error.message}</p>}
    </div>
  );
}

function Documents({ collectionId }: { readonly collectionId: string }) {
  const { cursor } = route.useSearch();
  const mayAdd = useMay('project', 'create_document');
  const { data, error, refetch } = useQuery(documentsOf(useScope(), collectionId, cursor));
  return (
    <section aria-label={w.knowledge.documents} className="flex min-w-0 flex-col gap-3">
      {mayAdd === false && <p className="text-quiet">{w.knowledge.mayNotAdd}</p>}
      {mayAdd && <BringIn collectionId={collectionId} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={5} />}
      {data?.results.length === 0 && (
        <Empty title={w.knowledge.noDocuments}>{mayAdd && w.knowledge.noDocumentsHint}</Empty>
      )}
      {data && data.results.length > 0 && <DocumentTable documents={data.results} mayChange={mayAdd === true} />}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
    </section>
  );
}
