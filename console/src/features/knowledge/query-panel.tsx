import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { QueryAnswer } from './query-answer.tsx';

interface Props {
  /** The collection or document to query. */
  readonly target: { readonly type: 'collection' | 'document'; readonly id: string };
}

/** Queries a collection or a document and cites the answer's sources. */
export function QueryPanel({ target: { type, id } }: Props) {
  const scope = useScope();
  const [query, setQuery] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      type === 'collection'
        ? post(`${PROJECT}/collection/{collection_id}/query`, {
            params: { path: { ...scope, collection_id: id } },
            body: { query },
          })
        : post(`${PROJECT}/document/{document_id}/query`, {
            params: { path: { ...scope, document_id: id }, query: { query } },
          }),
  });
  const title = type === 'collection' ? w.knowledge.ask : w.knowledge.askOne;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-sm">
      <h2 className="font-semibold">{title}</h2>
      <Form className="flex flex-col gap-3" onSubmit={() => ask.mutate()}>
        <TextareaField
          label={w.knowledge.question}
          path="query"
          error={ask.error}
          rows={3}
          required
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button type="submit" variant="primary" isPending={ask.isPending}>
            {w.knowledge.askNow}
          </Button>
          {type === 'collection' && (
            <Link to="/knowledge/search" search={{ in: id }} className="text-sm link">
              {w.knowledge.searchWithFilters}
            </Link>
          )}
        </div>
      </Form>
      <FormError error={ask.error} fieldPaths={['query']} onRetry={() => ask.mutate()} />
      <div aria-live="polite" className="flex flex-col gap-3">
        {ask.data && <QueryAnswer result={ask.data} />}
      </div>
    </section>
  );
}
