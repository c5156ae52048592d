import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyId } from '../../ui/copyable.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { UsedBy } from '../agents/used-by.tsx';

interface Props<T> {
  readonly connection: UseQueryResult<T>;
  /** What the person may do with it; undefined until that is known. */
  readonly rights: readonly string[] | undefined;
  readonly about: (of: T) => ReactNode;
  /** What who may edit it can do with it. */
  readonly acts: (of: T, mayDelete: boolean) => ReactNode;
  readonly tools: (of: T, mayEdit: boolean) => ReactNode;
}

/** The screen of a connection of any kind: how it stands, what can be done with it, its tools, and who uses it. */
export function ConnectionFrame<T extends { readonly id: string; readonly name: string }>(props: Props<T>) {
  const { connection, rights, about, acts, tools } = props;
  const { data, error, refetch } = connection;
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading lines={8} />;
  const mayEdit = rights?.includes('edit') === true;
  return (
    <Page title={data.name} acts={<CopyId id={data.id} />}>
      {error && <Failed error={error} lead={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {rights && !mayEdit && <p className="text-quiet">{w.connections.mayNotEdit}</p>}
      {about(data)}
      {mayEdit && acts(data, rights?.includes('delete') === true)}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_1fr]">
        {tools(data, mayEdit)}
        <UsedBy id={data.id} />
      </div>
    </Page>
  );
}
