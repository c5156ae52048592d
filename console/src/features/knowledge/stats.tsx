import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { formatBytes, formatNumber } from '../../lib/numbers.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { language, w } from '../../words/index.ts';
import type { KnownDocument } from './queries.ts';

function statsOf(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['collection', id, 'stats'],
    queryFn: () =>
      get(`${PROJECT}/collection/{collection_id}/stats`, { params: { path: { ...scope, collection_id: id } } }),
  });
}

const names = new Intl.DisplayNames(language, { type: 'language' });

/** What is in a collection, counted: documents by their state, in which languages, and how much it is. Read once it is asked for. */
export function Stats({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...statsOf(useScope(), id), enabled: open });
  const states = Object.entries(data?.documents ?? {}).filter(([, count]) => count > 0);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm">{w.knowledge.stats}</summary>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {open && !data && !error && <Loading lineCount={3} />}
      {data && (
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          <li>{w.knowledge.amount(formatNumber(data.token_count), formatBytes(data.size))}</li>
          {states.map(([state, count]) => (
            <li key={state}>
              {w.knowledge.states[state as KnownDocument['status']]}: {formatNumber(count)}
            </li>
          ))}
          {data.languages.map(({ language: code, document_count }) => (
            <li key={code ?? ''}>
              {code === null ? w.knowledge.noLanguage : names.of(code)}: {formatNumber(document_count)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
