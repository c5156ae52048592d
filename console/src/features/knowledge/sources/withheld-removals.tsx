import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post, type Schemas } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ReasonText } from '../../../ui/reason-text.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { invalidateSources, REMOVALS_PATH, type Source, withheldRemovalsQuery } from './queries.ts';

type Withheld = NonNullable<Source['withheld_removals']>;

interface Props {
  readonly source: Source;
  readonly withheld: Withheld;
  readonly canEdit: boolean;
}

/** Asks whether to delete the documents that a source lacks, with the list of them. */
export function WithheldRemovals({ source, withheld, canEdit }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const path = { ...useScope(), knowledge_source_id: source.id };
  const decide = useMutation({
    mutationFn: (decision: 'apply' | 'keep') =>
      post(REMOVALS_PATH, { params: { path }, body: { digest: withheld.digest, decision } }),
    onSuccess: () => setIsConfirming(false),
    // After a conflict the list is another one.
    onSettled: () => {
      invalidateSources();
      for (const queryKey of [['document'], ['collection']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const count = formatNumber(withheld.documents);
  return (
    <section
      aria-label={w.sources.withheld.title}
      className="flex flex-col gap-3 rounded-md border border-warning bg-warning-subtle p-4"
    >
      <h2 className="font-medium">{w.sources.withheld.title}</h2>
      <p>{w.sources.withheld.question({ count, total: formatNumber(withheld.of_documents) })}</p>
      {withheld.since && (
        <p className="text-sm text-muted">
          {w.sources.withheld.since} <Time at={withheld.since} />
        </p>
      )}
      <RemovalList source={source} digest={withheld.digest} />
      {decide.error && !isConfirming && <ErrorAlert error={decide.error} />}
      {canEdit && (
        <div className="flex flex-wrap gap-2">
          <Button isPending={decide.isPending} onClick={() => decide.mutate('keep')}>
            {w.sources.withheld.keep}
          </Button>
          <Button onClick={() => setIsConfirming(true)}>{w.sources.withheld.apply({ count })}</Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmByNameDialog
          title={w.sources.withheld.apply({ count })}
          name={source.name}
          confirmLabel={w.ui.delete}
          isPending={decide.isPending}
          error={decide.error}
          onConfirm={() => decide.mutate('apply')}
          onClose={() => setIsConfirming(false)}
        >
          {w.sources.removeAllHint}
        </ConfirmByNameDialog>
      )}
    </section>
  );
}

function RemovalList({ source, digest }: { readonly source: Source; readonly digest: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    withheldRemovalsQuery(useScope(), source.id, digest),
  );
  const rows = data?.pages.flatMap(({ results }) => results);
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!rows) return <Loading lineCount={3} />;
  return (
    <>
      <Table
        caption={w.sources.withheld.title}
        columns={getColumns()}
        rows={rows}
        getRowKey={({ document_id }) => document_id}
      />
      {hasNextPage && (
        <div>
          <Button isSmall isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {w.sources.more}
          </Button>
        </div>
      )}
    </>
  );
}

function getColumns(): readonly Column<Schemas['WithheldRemoval']>[] {
  return [
    {
      header: w.sources.thing,
      render: ({ title, ref, problem }) => (
        <span className="flex flex-col">
          <span className="break-words">{title}</span>
          <span className="break-all text-sm text-muted">{ref}</span>
          <span className="text-sm text-muted">
            <ReasonText {...problem} />
          </span>
        </span>
      ),
    },
  ];
}
