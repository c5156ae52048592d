import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { formatBytes, formatNumber } from '../../lib/numbers.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { language, w } from '../../words/index.ts';
import type { KnowledgeDocument } from './queries.ts';

function collectionStatsQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['collection', id, 'stats'],
    queryFn: () =>
      get(`${PROJECT}/collection/{collection_id}/stats`, { params: { path: { ...scope, collection_id: id } } }),
  });
}

const languageNames = new Intl.DisplayNames(language, { type: 'language' });

/** Shows document counts by status and language. Loads when opened. */
export function CollectionStats({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...collectionStatsQuery(useScope(), id), enabled: isOpen });
  const states = Object.entries(data?.documents ?? {}).filter(([, count]) => count > 0);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm">{w.knowledge.stats}</summary>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isOpen && !data && !error && <Loading lineCount={3} />}
      {data && (
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          <li>{w.knowledge.amount({ tokens: formatNumber(data.token_count), size: formatBytes(data.size) })}</li>
          {states.map(([state, count]) => (
            <li key={state}>
              {w.knowledge.states[state as KnowledgeDocument['status']]}: {formatNumber(count)}
            </li>
          ))}
          {data.languages.map(({ language: code, document_count }) => (
            <li key={code ?? ''}>
              {code === null ? w.knowledge.noLanguage : languageNames.of(code)}: {formatNumber(document_count)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
