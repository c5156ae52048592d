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
import { ToolStatusBadge } from './connection-status.tsx';
import { type McpTool, serverToolsQuery } from './queries.ts';
import { ReviewToolDialog } from './review-tool-dialog.tsx';

interface Props {
  readonly serverId: string;
  readonly canEdit: boolean;
}

/** Tools that need a review come first: changed tools, then new ones. */
const STATUS_ORDER: Readonly<Record<McpTool['status'], number>> = { changed: 0, new: 1, active: 2, gone: 3 };

const needsReview = ({ status, offered }: McpTool): boolean => status === 'new' || (status === 'changed' && offered);

/** Lists the tools of a server and opens their reviews. */
export function ServerTools({ serverId, canEdit }: Props) {
  const { data, error, refetch } = useQuery(serverToolsQuery(useScope(), serverId));
  const [reviewedId, setReviewedId] = useState<string>();
  const tools = (data?.results ?? []).toSorted(
    (a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status] || a.tool_name.localeCompare(b.tool_name),
  );
  const toolsToReview = tools.filter(needsReview);
  const reviewedTool = tools.find(({ id }) => id === reviewedId);
  const nextTool = toolsToReview.find(({ id }) => id !== reviewedId);
  return (
    <section aria-label={w.connections.tools} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 font-semibold">{w.connections.tools}</h2>
        {canEdit && toolsToReview.length > 0 && (
          <Button variant="primary" onClick={() => setReviewedId(toolsToReview[0]?.id)}>
            {w.connections.reviewAll({ count: formatNumber(toolsToReview.length) })}
          </Button>
        )}
      </div>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && (
        <EmptyState isSmall title={w.connections.noTools}>
          {w.connections.noToolsHint}
        </EmptyState>
      )}
      {tools.length > 0 && (
        <Table
          caption={w.connections.tools}
          columns={getColumns(setReviewedId)}
          rows={tools}
          getRowKey={({ id }) => id}
        />
      )}
      {data?.isTruncated && <p className="text-muted">{w.connections.truncated({ shown: tools.length })}</p>}
      {reviewedTool && (
        <ReviewToolDialog
          key={reviewedTool.id}
          listedTool={reviewedTool}
          canEdit={canEdit}
          onNext={nextTool && (() => setReviewedId(nextTool.id))}
          onClose={() => setReviewedId(undefined)}
        />
      )}
    </section>
  );
}

function getColumns(onReview: (id: string) => void): readonly Column<McpTool>[] {
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
      header: w.connections.status,
      render: (tool) => (
        <span className="flex flex-col items-start gap-1">
          <ToolStatusBadge tool={tool} />
          {tool.read_only && <span className="text-sm text-muted">{w.connections.readOnly}</span>}
          {tool.exposed_to_agents && <span className="text-sm text-muted">{w.connections.exposed}</span>}
        </span>
      ),
    },
    {
      header: w.connections.actions,
      alignsEnd: true,
      render: (tool) => (
        <Button
          isSmall
          aria-label={(needsReview(tool) ? w.connections.reviewNamed : w.connections.showNamed)({ name: tool.name })}
          onClick={() => onReview(tool.id)}
        >
          {needsReview(tool) ? w.connections.review : w.connections.show}
        </Button>
      ),
    },
  ];
}
