import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { ReasonText, ServerText } from '../../ui/reason-text.tsx';
import { w } from '../../words/index.ts';
import { type QueryResult, type StoredQuery, storedQueryQuery } from './queries.ts';

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
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-md border bg-surface p-4">
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
        <Button type="submit" variant="primary" isPending={ask.isPending}>
          {w.knowledge.askNow}
        </Button>
      </Form>
      <FormError error={ask.error} fieldPaths={['query']} onRetry={() => ask.mutate()} />
      <div aria-live="polite" className="flex flex-col gap-3">
        {ask.data && (isStored(ask.data) ? <PendingQuery query={ask.data} /> : <QueryResultView result={ask.data} />)}
      </div>
    </section>
  );
}

const isStored = (result: QueryResult | StoredQuery): result is StoredQuery => 'status' in result;

/** Polls a query that outlasted its request and shows the result. */
function PendingQuery({ query }: { readonly query: StoredQuery }) {
  const { data = query, error } = useQuery(storedQueryQuery(useScope(), query));
  if (data.status === 'completed') return <QueryResultView result={data} />;
  if (error) return <FormError error={error} />;
  if (data.error === null) return <Loading />;
  return (
    <p role="alert" className="text-danger">
      <ReasonText {...data.error} />
    </p>
  );
}

function QueryResultView({ result }: { readonly result: QueryResult }) {
  const { answer, found, citations, results } = result;
  return (
    <>
      {found === false ? <p className="font-medium">{w.knowledge.notFound}</p> : <SafeMarkdown text={answer ?? ''} />}
      <AnswerLimits result={result} />
      {citations.length > 0 && (
        <>
          <h3 className="text-sm font-semibold">{w.knowledge.citations}</h3>
          <ol className="flex list-decimal flex-col gap-2 ps-5">
            {citations.map(({ chunk_id, document_id, quote, start, end, title, page }) => (
              <li key={`${chunk_id} ${start}`}>
                <blockquote className="border-s-2 border-input ps-2">{quote}</blockquote>
                <Link
                  to="/knowledge/documents/$documentId"
                  params={{ documentId: document_id }}
                  search={{ passage: chunk_id, from: String(start), to: String(end), page: page?.toString() }}
                  className="text-sm link"
                >
                  {formatCitation(title, page)}
                </Link>
              </li>
            ))}
          </ol>
        </>
      )}
      {results.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm">{w.knowledge.searched({ count: results.length })}</summary>
          <ul className="mt-2 flex flex-col gap-3">
            {results.map(({ id, title, page, text }) => (
              <li key={id}>
                <p className="text-sm text-muted">{formatCitation(title, page)}</p>
                <p className="text-sm break-words whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Shows the statements that no quote supports, and the warnings. */
function AnswerLimits({ result: { unsupported, warnings } }: { readonly result: QueryResult }) {
  return (
    <>
      {unsupported.length > 0 && (
        <section aria-label={w.knowledge.unsupported} className="flex flex-col gap-1">
          <h3 className="text-sm font-semibold">{w.knowledge.unsupported}</h3>
          <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
            {unsupported.map(({ start, text, values }) => (
              <li key={start}>
                <mark>{text}</mark> {w.knowledge.notQuoted({ values: values.join(', ') })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-muted">
          {warnings.map(({ msg, code, params }) => (
            <li key={msg}>
              <ServerText text={msg} code={code} params={params} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const formatCitation = (title: string, page: number | null): string =>
  page === null ? title : w.knowledge.onPage({ title, page });
