import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get } from '../../../lib/api.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { chunkQuery, type KnowledgeDocument } from '../queries.ts';
import { toOffset } from './cited-passage.tsx';
import type { CitedQuote } from './page-quote.ts';

const PdfPage = lazy(() => import('./pdf-page.tsx'));
const route = getRouteApi('/in/knowledge/documents/$documentId');

/** Largest text file that is shown, in bytes. */
const MAX_TEXT_BYTES = 1_000_000;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** Returns the address of the original file of a document. */
export const getDownloadUrl = ({ org_id, project_id }: Scope, { id }: KnowledgeDocument): string =>
  `/api/v1/org/${org_id}/project/${project_id}/document/${id}/download`;

/** Shows the original file beside its chunks: the page of a PDF, an image or a text. */
export function Original({ document }: { readonly document: KnowledgeDocument }) {
  const { page } = route.useSearch();
  return (
    <div className="lg:sticky lg:top-4 lg:self-start">
      <Section title={w.knowledge.original}>
        <Suspense fallback={<Loading lineCount={8} />}>
          <OriginalContent document={document} page={Number(page) || 1} />
        </Suspense>
      </Section>
    </div>
  );
}

function OriginalContent({ document, page }: { readonly document: KnowledgeDocument; readonly page: number }) {
  const url = getDownloadUrl(useScope(), document);
  const cited = useCitedQuote(document.id);
  const { media_type: type, size, title } = document;
  if (type === 'application/pdf')
    return <PdfPage url={url} version={getContentKey(document)} page={page} cited={cited} />;
  if (IMAGE_TYPES.includes(type))
    return <img src={url} alt={title} className="max-h-[80dvh] max-w-full rounded-md border object-contain" />;
  if ((type.startsWith('text/') || type === 'application/json') && size <= MAX_TEXT_BYTES)
    return <OriginalText document={document} />;
  return <p className="text-muted">{w.knowledge.noPreview}</p>;
}

/** Returns the quote that the address names. */
function useCitedQuote(documentId: string): CitedQuote | undefined {
  const { passage, from, to } = route.useSearch();
  const { data } = useQuery({
    ...chunkQuery(useScope(), documentId, passage ?? ''),
    enabled: passage !== undefined,
  });
  if (!data) return undefined;
  const [start, end] = [toOffset(from), toOffset(to)];
  return start < end ? { quote: data.text.slice(start, end), before: data.text.slice(0, start) } : undefined;
}

/** Changes when the content is replaced. */
const getContentKey = ({ modified, size, status }: KnowledgeDocument): string => `${modified} ${size} ${status}`;

function OriginalText({ document }: { readonly document: KnowledgeDocument }) {
  const path = { ...useScope(), document_id: document.id };
  const { data, error, refetch } = useQuery({
    queryKey: ['document', document.id, 'original', getContentKey(document)],
    queryFn: async () => {
      const file = (await get(`${PROJECT}/document/{document_id}/download`, { params: { path } })) as unknown as Blob;
      return file.text();
    },
  });
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lineCount={8} />;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      dir="auto"
      className="max-h-[80dvh] overflow-auto rounded-md border bg-surface p-3 font-mono text-sm break-words whitespace-pre-wrap"
    >
      {data}
    </pre>
  );
}
