import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRowShortcuts } from '../../../lib/row-shortcuts.ts';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import type { QueryResult } from '../queries.ts';

interface Props {
  readonly results: QueryResult['results'];
  readonly query: string;
}

/** Lists the found chunks, best first, with the words of the query marked. */
export function ResultList({ results, query }: Props) {
  useRowShortcuts();
  const words = getWords(query);
  return (
    <Section title={w.knowledge.searched({ count: results.length })}>
      <ol className="flex flex-col gap-3">
        {results.map(({ id, document_id, title, page, collections, heading_path, text }) => (
          <li key={id} data-row={id} tabIndex={-1} className="flex flex-col gap-1 rounded-md border bg-surface p-3">
            <Link
              to="/knowledge/documents/$documentId"
              params={{ documentId: document_id }}
              search={{ passage: id, page: page?.toString() }}
              className="font-medium break-words link"
            >
              {title}
            </Link>
            <p className="text-sm break-words text-muted">
              {[
                ...heading_path.filter((heading, index) => index > 0 || heading !== title),
                ...(page === null ? [] : [w.knowledge.page({ page })]),
              ].join(' › ')}
              {collections.length > 0 && <span> · {collections.map((collection) => collection.title).join(', ')}</span>}
            </p>
            <p dir="auto" className="line-clamp-6 break-words whitespace-pre-wrap">
              <MarkedText text={text} words={words} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Words of a query that are long enough to be distinctive. */
function getWords(query: string): readonly string[] {
  return [...new Set(query.match(/[\p{L}\p{N}]{3,}/gu) ?? [])].slice(0, 30);
}

/** Splits a text so that every second part is a whole word of the query. */
function splitByWords(text: string, words: readonly string[]): readonly string[] {
  return words.length === 0
    ? [text]
    : text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'));
}

function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return splitByWords(text, words).map((part, index) => {
    const key = index;
    return index % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <mark key={key} className="bg-warning-subtle text-inherit">
        {part}
      </mark>
    );
  });
}
