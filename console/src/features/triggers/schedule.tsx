import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { EditTrigger } from './edit.tsx';
import { TriggerFrame } from './frame.tsx';
import { previewOf, type Schedule, schedule } from './queries.ts';
import { NextTimes, scheduleForm } from './schedule-fields.tsx';

/** A schedule: when it comes next, a run of what it starts at once, and what came. */
export function ScheduleView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(schedule(useScope(), id));
  if (!data) return <PagePlaceholder title={w.triggers.title} query={{ error, refetch }} />;
  return (
    <TriggerFrame trigger={data} error={error} onRetry={() => void refetch()}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecordForm record={data} version={data.modified}>
          {(held, saved) => <EditTrigger of={held} form={scheduleForm(held)} onSaved={saved} />}
        </RecordForm>
        <div className="flex min-w-0 flex-col gap-6">
          <Coming of={data} />
          <RunNow of={data} />
        </div>
      </div>
    </TriggerFrame>
  );
}

/** An interval counts from when it went on, so that only its next time is known; of a line all are. */
function Coming({ of }: { readonly of: Schedule }) {
  const isInterval = of.cron_expression.startsWith('P');
  const rests = of.next_run === null;
  const preview = useQuery({
    ...previewOf(useScope(), of.cron_expression, of.timezone),
    enabled: !rests && !isInterval,
  });
  const times = rests ? [] : isInterval ? [of.next_run ?? ''] : (preview.data?.times ?? []);
  return (
    <Section title={w.triggers.coming}>
      {rests ? (
        <p className="text-quiet">{of.expired ? w.triggers.expired : w.triggers.rests}</p>
      ) : (
        <NextTimes times={times} timezone={of.timezone} />
      )}
    </Section>
  );
}

/** Runs what the schedule runs, at once and in the name of who looks. */
function RunNow({ of }: { readonly of: Schedule }) {
  const scope = useScope();
  const mayRun = useHasPermission(of.target_type, 'run', of.target_id);
  const run = useMutation({ mutationFn: () => runNow(scope, of) });
  if (!mayRun) return null;
  return (
    <Section title={w.triggers.try} hint={w.triggers.runHint}>
      <div>
        <Button isPending={run.isPending} onClick={() => run.mutate()}>
          {w.triggers.runNow}
        </Button>
      </div>
      <div role="status">
        {run.data && (
          <p className="flex flex-wrap gap-2">
            {w.triggers.wasAccepted}
            <Link to="/runs/$runId" params={{ runId: run.data }} className="text-accent underline">
              {w.triggers.openRun}
            </Link>
          </p>
        )}
      </div>
      {run.error && <ErrorAlert error={run.error} />}
    </Section>
  );
}

/** Answers as soon as the run is there, not when it is done. */
const AT_ONCE = { Prefer: 'respond-async' };

async function runNow(scope: Scope, { target_type: type, target_id: id, ...of }: Schedule): Promise<string> {
  if (type === 'task') {
    const params = { path: { ...scope, task_id: id }, header: AT_ONCE };
    return (await post(`${TASK}/run`, { params, body: { task_input: of.task_input } as never })).id;
  }
  const params = { path: { ...scope, task_agent_id: id }, header: AT_ONCE };
  const revision = { revision_id: of.task_agent_revision_id };
  return (await post(`${AGENT}/run`, { params, body: { ...of.task_input, ...revision } as never })).id;
}
