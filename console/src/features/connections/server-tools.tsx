import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { type McpTool, toolsOf } from './queries.ts';
import { ReviewTool } from './review-tool.tsx';
import { ToolSign } from './state.tsx';

interface Props {
  readonly serverId: string;
  readonly mayEdit: boolean;
}

/** What waits for a person first: changes of what was allowed, then what is new. */
const ORDER: Readonly<Record<McpTool['status'], number>> = { changed: 0, new: 1, active: 2, gone: 3 };

const waits = ({ status, offered }: McpTool): boolean => status === 'new' || (status === 'changed' && offered);

/** The tools of a server, and the way through those that wait for a person. */
export function ServerTools({ serverId, mayEdit }: Props) {
  const { data, error, refetch } = useQuery(toolsOf(useScope(), serverId));
  const [reviewed, setReviewed] = useState<string>();
  const tools = (data?.results ?? []).toSorted(
    (one, other) => ORDER[one.status] - ORDER[other.status] || one.tool_name.localeCompare(other.tool_name),
  );
  const waiting = tools.filter(waits);
  const shown = tools.find(({ id }) => id === reviewed);
  const next = waiting.find(({ id }) => id !== reviewed);
  return (
    <section aria-label={w.connections.tools} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 font-semibold">{w.connections.tools}</h2>
        {mayEdit && waiting.length > 0 && (
          <Button variant="primary" onClick={() => setReviewed(waiting[0]?.id)}>
            {w.connections.reviewAll(formatNumber(waiting.length))}
          </Button>
        )}
      </div>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && <EmptyState title={w.connections.noTools}>{w.connections.noToolsHint}</EmptyState>}
      {tools.length > 0 && (
        <Table caption={w.connections.tools} columns={columns(setReviewed)} rows={tools} getRowKey={({ id }) => id} />
      )}
      {data?.isTruncated && <p className="text-muted">{w.connections.cut(tools.length)}</p>}
      {shown && (
        <ReviewTool
          key={shown.id}
          of={shown}
          mayEdit={mayEdit}
          onNext={next && (() => setReviewed(next.id))}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </section>
  );
}

function columns(onReview: (id: string) => void): readonly Column<McpTool>[] {
  return [
    {
      header: w.connections.name,
      render: ({ name, tool_name, description }) => (
        <span className="flex min-w-0 flex-col">
          <span dir="auto" className="self-start font-medium break-words">
            {name}
          </span>
          {name !== tool_name && (
            <code dir="auto" className="self-start font-mono text-sm break-all text-muted">
              {tool_name}
            </code>
          )}
          <span dir="auto" className="line-clamp-2 max-w-prose text-sm break-words text-muted">
            {description}
          </span>
        </span>
      ),
    },
    {
      header: w.connections.state,
      render: (tool) => (
        <span className="flex flex-col items-start gap-1">
          <ToolSign tool={tool} />
          {tool.read_only && <span className="text-sm text-muted">{w.connections.readOnly}</span>}
        </span>
      ),
    },
    {
      header: w.connections.acts,
      alignsEnd: true,
      render: (tool) => (
        <Button isSmall aria-label={w.connections.reviewNamed(tool.name)} onClick={() => onReview(tool.id)}>
          {waits(tool) ? w.connections.review : w.connections.show}
        </Button>
      ),
    },
  ];
}
