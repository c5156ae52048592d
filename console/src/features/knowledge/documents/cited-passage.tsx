import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useScope } from '../../../lib/session.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { chunkQuery } from '../queries.ts';

const route = getRouteApi('/in/knowledge/documents/$documentId');

/** Shows the passage that the address names, with its quote marked and in view. */
export function CitedPassage({ documentId }: { readonly documentId: string }) {
  const { passage } = route.useSearch();
  return passage === undefined ? null : <Passage key={passage} documentId={documentId} chunkId={passage} />;
}

function Passage({ documentId, chunkId }: { readonly documentId: string; readonly chunkId: string }) {
  const { from, to, page } = route.useSearch();
  const { data, error, refetch } = useQuery(chunkQuery(useScope(), documentId, chunkId));
  const mark = useRef<HTMLElement>(null);
  const text = data?.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The mark appears with the text.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [text, from, to]);
  const [start, end] = [toOffset(from), toOffset(to)];
  const shownPage = toOffset(page) || data?.page;
  return (
    <Section title={w.knowledge.citedPassage}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data && (
        <div className="rounded-md border bg-surface p-3">
          {(data.heading_path.length > 0 || shownPage) && (
            <p className="text-sm text-muted">
              {[...data.heading_path, ...(shownPage ? [w.knowledge.page({ page: shownPage })] : [])].join(' › ')}
            </p>
          )}
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {data.text.slice(0, start)}
            <mark ref={mark} className="bg-warning-subtle text-inherit">
              {data.text.slice(start, end)}
            </mark>
            {data.text.slice(end)}
          </p>
        </div>
      )}
    </Section>
  );
}

/** Returns the number of a search param, 0 if it is none. */
export const toOffset = (value: string | undefined): number => (/^\d{1,7}$/.test(value ?? '') ? Number(value) : 0);
