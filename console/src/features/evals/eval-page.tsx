import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { formatCredits } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { createUuid } from '../../lib/uuid.ts';
import { formatWait } from '../../lib/waits.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { BackToEvals } from './back-to-evals.tsx';
import { CaseCounts, EvalStatusBadge, PassRate } from './badges.tsx';
import { EVAL_KINDS, type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { parseSubject, subjectQuery } from './eval-subject.ts';
import { type EvalDetail, evalSetQuery, FINAL_STATUSES, useEvalRun } from './queries.ts';
import { ResultList } from './result-list.tsx';
import { StartEvalDialog } from './start-eval-dialog.tsx';

const route = getRouteApi('/in/evals/$kind/$ofId/runs/$evalId');

/** Page of one eval: its summary and the results of its cases. */
export default function EvalPage() {
  const { kind, ofId, evalId } = route.useParams();
  const subject = parseSubject(kind, ofId);
  const details = useQuery(subjectQuery(useScope(), subject));
  const { data, error, refetch } = useEvalRun(subject, evalId);
  if (!data) return <PagePlaceholder title={w.evals.title} query={{ error, refetch }} />;
  const title = w.evals.evalOf({
    name: details.data?.name ?? '…',
    revision: getRevisionName({ id: data.candidate_revision_id }, details.data?.revisions ?? []),
  });
  return (
    <Page title={title} actions={<EvalActions key={data.id} subject={subject} run={data} />}>
      <BackToEvals subject={subject} name={details.data?.name} />
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <EvalSummary subject={subject} run={data} />
      <ResultList subject={subject} run={data} />
    </Page>
  );
}

function EvalActions({ subject, run }: { readonly subject: EvalSubject; readonly run: EvalDetail }) {
  const details = useQuery(subjectQuery(useScope(), subject)).data;
  const [isRestarting, setIsRestarting] = useState(false);
  const canEdit = useHasPermission(subject.kind, 'edit', subject.id);
  const hasEnded = FINAL_STATUSES.includes(run.status);
  if (!canEdit) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!hasEnded && <StopButton subject={subject} run={run} />}
      {hasEnded && (
        <Button disabled={!details} onClick={() => setIsRestarting(true)}>
          {w.evals.again}
        </Button>
      )}
      {isRestarting && details && (
        <StartEvalDialog
          subject={subject}
          revisions={details.revisions}
          candidateId={run.candidate_revision_id}
          setId={run.eval_set_id ?? undefined}
          onClose={() => setIsRestarting(false)}
        />
      )}
    </div>
  );
}

function StopButton({ subject, run: { id, status } }: { readonly subject: EvalSubject; readonly run: EvalDetail }) {
  const scope = useScope();
  const [idempotencyKey] = useState(() => createUuid());
  const stop = useMutation({
    mutationFn: () => {
      const params = {
        path: getEvalPathParams(scope, subject, { runId: id }),
        header: { 'Idempotency-Key': idempotencyKey },
      };
      return post(getEvalPaths(subject.kind).cancel, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [EVAL_KINDS[subject.kind].queryKey] }),
  });
  return (
    <>
      <Button isPending={stop.isPending} disabled={status === 'cancelling'} onClick={() => stop.mutate()}>
        {w.evals.stop}
      </Button>
      {stop.error && <ErrorAlert error={stop.error} />}
    </>
  );
}

function EvalSummary({ subject, run }: { readonly subject: EvalSubject; readonly run: EvalDetail }) {
  const doneCount = run.pass_count + run.fail_count + run.error_count + run.skip_count;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <EvalStatusBadge status={run.status} />
        <PassRate run={run} />
        <CaseCounts run={run} />
        <span>{w.evals.credits({ credits: formatCredits(run.charged_credits) })}</span>
        <Time at={run.created} />
        <CopyableId id={run.id} className="text-muted" />
        <SetLink subject={subject} setId={run.eval_set_id} />
      </div>
      {!FINAL_STATUSES.includes(run.status) && (
        <progress
          aria-label={w.evals.progress}
          className="w-full accent-accent"
          max={run.case_count}
          value={doneCount}
        />
      )}
      {run.waiting_for && <p className="text-warning">{formatWait(run.waiting_for)}</p>}
      {run.error_message && (
        <p role="alert" className="rounded-md border border-warning bg-warning-subtle p-2 text-warning">
          {run.error_message}
        </p>
      )}
      <ChangesSincePrevious subject={subject} run={run} />
    </div>
  );
}

function SetLink({
  subject: { kind, id: ofId },
  setId,
}: {
  readonly subject: EvalSubject;
  readonly setId: string | null;
}) {
  const setQuery = useQuery({ ...evalSetQuery(useScope(), { kind, id: ofId }, setId ?? ''), enabled: setId !== null });
  if (setId === null) return <span className="text-muted">{w.evals.noSet}</span>;
  if (!setQuery.data) return <span className="text-muted">{setQuery.error ? w.evals.goneSet : '…'}</span>;
  return (
    <Link to="/evals/$kind/$ofId/sets/$setId" params={{ kind, ofId, setId: setId }} className="link">
      {setQuery.data.name}
    </Link>
  );
}

/** Shows what changed since the previous eval of the same set. */
function ChangesSincePrevious({
  subject: { kind, id: ofId },
  run: { previous },
}: {
  readonly subject: EvalSubject;
  readonly run: EvalDetail;
}) {
  if (!previous) return null;
  const { newly_failing: failing, newly_passing: passing, eval_run_id: evalId, completed_at: completedAt } = previous;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to="/evals/$kind/$ofId/runs/$evalId" params={{ kind, ofId, evalId }} className="link">
        {w.evals.since} <Time at={completedAt} />
      </Link>
      {failing.length + passing.length === 0 ? (
        <span className="text-muted">{w.evals.nothingChanged}</span>
      ) : (
        <span>{w.evals.changes({ failing: failing.length, passing: passing.length })}</span>
      )}
    </p>
  );
}
