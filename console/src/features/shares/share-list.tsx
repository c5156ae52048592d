import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Globe } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { CreateShareDialog } from './create-share-dialog.tsx';
import { revokeShare, type Share, sharesQuery } from './queries.ts';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
}

/** Lists the public links to a task or an agent. */
export function ShareList({ subject, revisions }: Props) {
  const { data, error, refetch } = useQuery(sharesQuery(useScope(), subject));
  const [isCreating, setIsCreating] = useState(false);
  const [revokedShare, setRevokedShare] = useState<Share>();
  const [clonedShare, setClonedShare] = useState<Share>();
  const canEdit = useHasPermission(subject.kind, 'edit', subject.id) === true;
  const createButton = canEdit && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.shares.create}
    </Button>
  );
  const isEmpty = data?.length === 0;
  return (
    <Section title={w.shares.title} hint={w.shares.hint} actions={!isEmpty && createButton}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {isEmpty && (
        <EmptyState icon={Globe} title={w.shares.none} action={createButton}>
          {w.shares.noneHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table
          caption={w.shares.title}
          columns={getColumns(canEdit ? setRevokedShare : undefined, setClonedShare)}
          rows={data}
          getRowKey={({ id }) => id}
        />
      )}
      {isCreating && <CreateShareDialog subject={subject} revisions={revisions} onClose={() => setIsCreating(false)} />}
      {revokedShare && (
        <RevokeShareDialog subject={subject} share={revokedShare} onClose={() => setRevokedShare(undefined)} />
      )}
      {clonedShare && (
        <CloneDialog kind={subject.kind} link={clonedShare.url} onClose={() => setClonedShare(undefined)} />
      )}
    </Section>
  );
}

type ShareAction = (share: Share) => void;

function getColumns(onRevoke: ShareAction | undefined, onClone: ShareAction): readonly Column<Share>[] {
  return [
    {
      header: w.shares.link,
      render: ({ title, url, active }) => (
        <span className="flex flex-col gap-1">
          <span className="break-words">{title}</span>
          {active && <Copyable text={url} displayText={`…${url.slice(-8)}`} className="whitespace-nowrap" />}
        </span>
      ),
    },
    {
      header: w.shares.state,
      render: ({ active }) =>
        active ? (
          <StatusBadge tone="good">{w.shares.open}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">{w.shares.closed}</StatusBadge>
        ),
    },
    {
      header: w.shares.expires,
      hidesOnMobile: true,
      render: ({ expires_at: expiresAt }) => (expiresAt === null ? w.shares.never : <Time at={expiresAt} />),
    },
    { header: w.shares.views, alignsEnd: true, hidesOnMobile: true, render: ({ views }) => formatNumber(views) },
    {
      header: w.shares.actions,
      alignsEnd: true,
      render: (share) =>
        share.active && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button isSmall aria-label={w.shares.cloneNamed({ title: share.title })} onClick={() => onClone(share)}>
              {w.shares.clone}
            </Button>
            {onRevoke && (
              <Button isSmall aria-label={w.shares.revokeNamed({ title: share.title })} onClick={() => onRevoke(share)}>
                {w.shares.revoke}
              </Button>
            )}
          </span>
        ),
    },
  ];
}

interface RevokeShareDialogProps {
  readonly subject: Subject;
  readonly share: Share;
  readonly onClose: () => void;
}

function RevokeShareDialog({ subject, share, onClose }: RevokeShareDialogProps) {
  const scope = useScope();
  const revoke = useMutation({
    mutationFn: () => revokeShare(scope, subject, share.id),
    onSuccess: () => {
      showToast(w.shares.revoked({ title: share.title }));
      onClose();
    },
  });
  return (
    <Dialog title={w.shares.revokeNamed({ title: share.title })} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{w.shares.revokeHint}</p>
        {revoke.error && <ErrorAlert error={revoke.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button variant="danger" isPending={revoke.isPending} onClick={() => revoke.mutate()}>
            {w.shares.revoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
