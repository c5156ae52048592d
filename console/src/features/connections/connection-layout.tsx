import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { UsedByAgents } from '../agents/used-by-agents.tsx';
import { ResourceActions } from '../people/access-button.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly id: string;
  readonly type: 'task_mcp_server' | 'integration';
  readonly renderSummary: (connection: T) => ReactNode;
  /** Actions for users who can edit the connection. */
  readonly renderActions: (connection: T, canDelete: boolean) => ReactNode;
  readonly renderTools: (connection: T, canEdit: boolean) => ReactNode;
}

/** Page of one connection: status, actions, tools and usage. */
export function ConnectionLayout<T extends { readonly id: string; readonly name: string }>(props: Props<T>) {
  const { query, id, type, renderSummary, renderActions, renderTools } = props;
  const { data, error, refetch } = query;
  const canEdit = useHasPermission(type, 'edit', id);
  const canDelete = useHasPermission(type, 'delete', id) === true;
  if (!data) return <PagePlaceholder title={w.connections.title} query={{ error, refetch }} />;
  return (
    <Page
      title={data.name}
      actions={
        <>
          {canEdit && renderActions(data, canDelete)}
          <ResourceActions resource={{ type, id: data.id, name: data.name }} />
        </>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {canEdit === false && <p className="text-muted">{w.connections.cannotEdit}</p>}
      {renderSummary(data)}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_1fr]">
        {renderTools(data, canEdit === true)}
        <UsedByAgents id={data.id} />
      </div>
    </Page>
  );
}
