import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { formatDecimal } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { formatWait } from '../../lib/waits.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ToEvals } from './back.tsx';
import { KINDS, type Of, pathsOf, placeOf } from './kinds.ts';
import { ENDED, type EvalDetail, evalSet, useEvalRun } from './queries.ts';
import { Results } from './results.tsx';
import { Counts, EvalState, PassRate } from './signs.tsx';
import { StartEval } from './start.tsx';
import { ofAddress, subjectOf } from './subject.ts';

const route = getRouteApi('/in/evals/$kind/$ofId/runs/$evalId');

/** An eval, as it goes on: what its cases came to together, and each by itself. */
export default function EvalScreen() {
  const { kind, ofId, evalId } = route.useParams();
  const of = ofAddress(kind, ofId);
  const subject = useQuery(subjectOf(useScope(), of));
  const { data, error, refetch } = useEvalRun(of, evalId);
  if (!data) return <PagePlaceholder title={w.evals.title} query={{ error, refetch }} />;
  const title = w.evals.evalOf(subject.data?.name ?? '…', toRevisionLabel({ id: data.candidate_revision_id }));
  return (
    <Page title={title} actions={<Acts key={data.id} of={of} run={data} />}>
      <ToEvals of={of} name={subject.data?.name} />
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <Summary of={of} run={data} />
      <Results of={of} run={data} />
    </Page>
  );
}

function Acts({ of, run }: { readonly of: Of; readonly run: EvalDetail }) {
  const subject = useQuery(subjectOf(useScope(), of)).data;
  const [again, setAgain] = useState(false);
  const mayEdit = useHasPermission(of.kind, 'edit', of.id);
  const ended = ENDED.includes(run.status);
  if (!mayEdit) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!ended && <Stop of={of} run={run} />}
      {ended && (
        <Button disabled={!subject} onClick={() => setAgain(true)}>
          {w.evals.again}
        </Button>
      )}
      {again && subject && (
        <StartEval
          subject={of}
          revisions={subject.revisions}
          candidate={run.candidate_revision_id}
          set={run.eval_set_id ?? undefined}
          onClose={() => setAgain(false)}
        />
      )}
    </div>
  );
}

function Stop({ of, run: { id, status } }: { readonly of: Of; readonly run: EvalDetail }) {
  const scope = useScope();
  const [key] = useState(() => crypto.randomUUID());
  const stop = useMutation({
    mutationFn: () => {
      const params = { path: placeOf(scope, of, { run: id }), header: { 'Idempotency-Key': key } };
      return post(pathsOf(of.kind).cancel, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KINDS[of.kind].changes] }),
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

function Summary({ of, run }: { readonly of: Of; readonly run: EvalDetail }) {
  const done = run.pass_count + run.fail_count + run.error_count + run.skip_count;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <EvalState status={run.status} />
        <PassRate of={run} />
        <Counts of={run} />
        <span>{w.evals.credits(formatDecimal(run.charged_credits))}</span>
        <Time at={run.created} />
        <CopyableId id={run.id} className="text-muted" />
        <FromSet of={of} set={run.eval_set_id} />
      </div>
      {!ENDED.includes(run.status) && (
        <progress aria-label={w.evals.progress} className="w-full accent-accent" max={run.case_count} value={done} />
      )}
      {run.waiting_for && <p className="text-warning">{formatWait(run.waiting_for)}</p>}
      {run.error_message && (
        <p role="alert" className="rounded-md border border-warning bg-warning-subtle p-2 text-warning">
          {run.error_message}
        </p>
      )}
      <Since of={of} run={run} />
    </div>
  );
}

function FromSet({ of: { kind, id: ofId }, set }: { readonly of: Of; readonly set: string | null }) {
  const found = useQuery({ ...evalSet(useScope(), { kind, id: ofId }, set ?? ''), enabled: set !== null });
  if (set === null) return <span className="text-muted">{w.evals.noSet}</span>;
  if (!found.data) return <span className="text-muted">{found.error ? w.evals.goneSet : '…'}</span>;
  return (
    <Link to="/evals/$kind/$ofId/sets/$setId" params={{ kind, ofId, setId: set }} className="text-accent underline">
      {found.data.name}
    </Link>
  );
}

/** What changed since the eval of the same set before. */
function Since({ of: { kind, id: ofId }, run: { previous } }: { readonly of: Of; readonly run: EvalDetail }) {
  if (!previous) return null;
  const { newly_failing: failing, newly_passing: passing, eval_run_id: evalId, completed_at: at } = previous;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to="/evals/$kind/$ofId/runs/$evalId" params={{ kind, ofId, evalId }} className="text-accent underline">
        {w.evals.since} <Time at={at} />
      </Link>
      {failing.length + passing.length === 0 ? (
        <span className="text-muted">{w.evals.nothingChanged}</span>
      ) : (
        <span>{w.evals.changes(failing.length, passing.length)}</span>
      )}
    </p>
  );
}
