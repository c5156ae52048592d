import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
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
  const mayEdit = useMay(subject.kind, 'edit', subject.id) === true;
  const make = mayEdit && (
    <Button look="primary" onClick={() => setMaking(true)}>
      {w.shares.make}
    </Button>
  );
  return (
    <Section title={w.shares.title} hint={w.shares.hint} acts={make}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && <Empty title={w.shares.none}>{w.shares.noneHint}</Empty>}
      {data && data.length > 0 && (
        <Table
          caption={w.shares.title}
          columns={columns(mayEdit ? setGoing : undefined, setCopied)}
          rows={data}
          keyOf={({ id }) => id}
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
      name: w.shares.link,
      show: ({ title, url, active }) => (
        <span className="flex flex-col gap-1">
          <span className="break-words">{title}</span>
          {active && <Copyable text={url} shown={`…${url.slice(-8)}`} className="whitespace-nowrap" />}
        </span>
      ),
    },
    {
      name: w.shares.state,
      show: ({ active }) =>
        active ? <Status tone="good">{w.shares.open}</Status> : <Status tone="quiet">{w.shares.closed}</Status>,
    },
    {
      name: w.shares.expires,
      wide: true,
      show: ({ expires_at: at }) => (at === null ? w.shares.never : <Time at={at} />),
    },
    { name: w.shares.views, end: true, wide: true, show: ({ views }) => sayNumber(views) },
    {
      name: w.shares.acts,
      end: true,
      show: (share) =>
        share.active && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button small aria-label={w.shares.cloneNamed(share.title)} onClick={() => onClone(share)}>
              {w.shares.clone}
            </Button>
            {onTakeBack && (
              <Button small aria-label={w.shares.takeBackNamed(share.title)} onClick={() => onTakeBack(share)}>
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
      toast(w.shares.takenBack(share.title));
      onClose();
    },
  });
  return (
    <Dialog title={w.shares.takeBackNamed(share.title)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{w.shares.takeBackHint}</p>
        {act.error && <Failed error={act.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button look="danger" busy={act.isPending} onClick={() => act.mutate()}>
            {w.shares.takeBack}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
