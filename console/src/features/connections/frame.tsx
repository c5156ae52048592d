import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { UsedByAgents } from '../agents/used-by-agents.tsx';
import { ThingActs } from '../people/who-may.tsx';

interface Props<T> {
  readonly connection: UseQueryResult<T>;
  readonly id: string;
  readonly type: 'task_mcp_server' | 'integration';
  readonly about: (of: T) => ReactNode;
  /** What who may edit it can do with it. */
  readonly acts: (of: T, mayDelete: boolean) => ReactNode;
  readonly tools: (of: T, mayEdit: boolean) => ReactNode;
}

/** The screen of a connection of any kind: how it stands, what can be done with it, its tools, and who uses it. */
export function ConnectionFrame<T extends { readonly id: string; readonly name: string }>(props: Props<T>) {
  const { connection, id, type, about, acts, tools } = props;
  const { data, error, refetch } = connection;
  const mayEdit = useHasPermission(type, 'edit', id);
  const mayDelete = useHasPermission(type, 'delete', id) === true;
  if (!data) return <PagePlaceholder title={w.connections.title} query={{ error, refetch }} />;
  return (
    <Page title={data.name} actions={<ThingActs of={{ type, id: data.id, name: data.name }} />}>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {mayEdit === false && <p className="text-muted">{w.connections.mayNotEdit}</p>}
      {about(data)}
      {mayEdit && acts(data, mayDelete)}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_1fr]">
        {tools(data, mayEdit === true)}
        <UsedByAgents id={data.id} />
      </div>
    </Page>
  );
}
