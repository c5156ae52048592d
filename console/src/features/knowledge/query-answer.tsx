import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useScope } from '../../lib/session.ts';
import { FormError } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { ReasonText, ServerText } from '../../ui/reason-text.tsx';
import { w } from '../../words/index.ts';
import { type QueryResult, type StoredQuery, storedQueryQuery } from './queries.ts';

interface ViewProps {
  readonly result: QueryResult | StoredQuery;
  /** Whether the passages follow the answer, collapsed. */
  readonly showsPassages?: boolean;
}

/** Shows the answer to a query with its citations, and waits for it if the query outlasted its request. */
export function QueryAnswer({ result, showsPassages = true }: ViewProps) {
  return 'status' in result ? (
    <PendingQuery query={result} showsPassages={showsPassages} />
  ) : (
    <QueryResultView result={result} showsPassages={showsPassages} />
  );
}

/** Polls a query that outlasted its request and shows the result. */
function PendingQuery({ query, showsPassages }: { readonly query: StoredQuery; readonly showsPassages: boolean }) {
  const { data = query, error } = useQuery(storedQueryQuery(useScope(), query));
  if (data.status === 'completed') return <QueryResultView result={data} showsPassages={showsPassages} />;
  if (error) return <FormError error={error} />;
  if (data.error === null) return <Loading />;
  return (
    <p role="alert" className="text-danger">
      <ReasonText {...data.error} />
    </p>
  );
}

interface ResultProps {
  readonly result: QueryResult;
  readonly showsPassages: boolean;
}

function QueryResultView({ result, showsPassages }: ResultProps) {
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
      {showsPassages && results.length > 0 && (
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

/** Returns the title of a document with the page, if it has one. */
const formatCitation = (title: string, page: number | null): string =>
  page === null ? title : w.knowledge.onPage({ title, page });
