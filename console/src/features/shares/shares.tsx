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
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CloneDialog } from './clone.tsx';
import { MakeShare } from './make-share.tsx';
import { type Share, shares, takeBack } from './queries.ts';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
}

/** The public links to a task or an agent. Shared by both. */
export function Shares({ subject, revisions }: Props) {
  const { data, error, refetch } = useQuery(shares(useScope(), subject));
  const [making, setMaking] = useState(false);
  const [going, setGoing] = useState<Share>();
  const [copied, setCopied] = useState<Share>();
  const mayEdit = useHasPermission(subject.kind, 'edit', subject.id) === true;
  const make = mayEdit && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {w.shares.make}
    </Button>
  );
  return (
    <Section title={w.shares.title} hint={w.shares.hint} actions={make}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.length === 0 && <EmptyState title={w.shares.none}>{w.shares.noneHint}</EmptyState>}
      {data && data.length > 0 && (
        <Table
          caption={w.shares.title}
          columns={columns(mayEdit ? setGoing : undefined, setCopied)}
          rows={data}
          getRowKey={({ id }) => id}
        />
      )}
      {making && <MakeShare subject={subject} revisions={revisions} onClose={() => setMaking(false)} />}
      {going && <TakeBack subject={subject} share={going} onClose={() => setGoing(undefined)} />}
      {copied && <CloneDialog kind={subject.kind} link={copied.url} onClose={() => setCopied(undefined)} />}
    </Section>
  );
}

type Act = (share: Share) => void;

function columns(onTakeBack: Act | undefined, onClone: Act): readonly Column<Share>[] {
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
      render: ({ expires_at: at }) => (at === null ? w.shares.never : <Time at={at} />),
    },
    { header: w.shares.views, alignsEnd: true, hidesOnMobile: true, render: ({ views }) => formatNumber(views) },
    {
      header: w.shares.acts,
      alignsEnd: true,
      render: (share) =>
        share.active && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button isSmall aria-label={w.shares.cloneNamed(share.title)} onClick={() => onClone(share)}>
              {w.shares.clone}
            </Button>
            {onTakeBack && (
              <Button isSmall aria-label={w.shares.takeBackNamed(share.title)} onClick={() => onTakeBack(share)}>
                {w.shares.takeBack}
              </Button>
            )}
          </span>
        ),
    },
  ];
}

interface TakeBackProps {
  readonly subject: Subject;
  readonly share: Share;
  readonly onClose: () => void;
}

function TakeBack({ subject, share, onClose }: TakeBackProps) {
  const scope = useScope();
  const act = useMutation({
    mutationFn: () => takeBack(scope, subject, share.id),
    onSuccess: () => {
      showToast(w.shares.takenBack(share.title));
      onClose();
    },
  });
  return (
    <Dialog title={w.shares.takeBackNamed(share.title)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{w.shares.takeBackHint}</p>
        {act.error && <ErrorAlert error={act.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button variant="danger" isPending={act.isPending} onClick={() => act.mutate()}>
            {w.shares.takeBack}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
