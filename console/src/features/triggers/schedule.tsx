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
import { EditTrigger } from './edit-trigger.tsx';
import { type Schedule, schedulePreviewQuery, scheduleQuery } from './queries.ts';
import { NextTimes, toScheduleForm } from './schedule-fields.tsx';
import { TriggerPage } from './trigger-page.tsx';

/** The screen of a schedule: configuration, next runs, manual run and events. */
export function ScheduleView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(scheduleQuery(useScope(), id));
  if (!data) return <PagePlaceholder title={w.triggers.title} query={{ error, refetch }} />;
  return (
    <TriggerPage trigger={data} error={error} onRetry={() => void refetch()}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecordForm record={data} version={data.modified}>
          {(record, saved) => <EditTrigger trigger={record} form={toScheduleForm(record)} onSaved={saved} />}
        </RecordForm>
        <div className="flex min-w-0 flex-col gap-6">
          <NextRuns schedule={data} />
          <RunNow schedule={data} />
        </div>
      </div>
    </TriggerPage>
  );
}

/** The preview can't compute intervals, which count from the last resume: only their next run is known. */
function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const isInterval = schedule.cron_expression.startsWith('P');
  const isPaused = schedule.next_run === null;
  const preview = useQuery({
    ...schedulePreviewQuery(useScope(), schedule.cron_expression, schedule.timezone),
    enabled: !isPaused && !isInterval,
  });
  const times = isPaused ? [] : isInterval ? [schedule.next_run ?? ''] : (preview.data?.times ?? []);
  return (
    <Section title={w.triggers.coming}>
      {isPaused ? (
        <p className="text-muted">{schedule.expired ? w.triggers.expired : w.triggers.rests}</p>
      ) : (
        <NextTimes times={times} timezone={schedule.timezone} />
      )}
    </Section>
  );
}

/** Starts a run of the target at once, on behalf of the current user. */
function RunNow({ schedule }: { readonly schedule: Schedule }) {
  const scope = useScope();
  const canRun = useHasPermission(schedule.target_type, 'run', schedule.target_id);
  const startRun = useMutation({ mutationFn: () => startTargetRun(scope, schedule) });
  if (!canRun) return null;
  return (
    <Section title={w.triggers.try} hint={w.triggers.runHint}>
      <div>
        <Button isPending={startRun.isPending} onClick={() => startRun.mutate()}>
          {w.triggers.runNow}
        </Button>
      </div>
      <div role="status">
        {startRun.data && (
          <p className="flex flex-wrap gap-2">
            {w.triggers.wasAccepted}
            <Link to="/runs/$runId" params={{ runId: startRun.data }} className="text-accent underline">
              {w.triggers.openRun}
            </Link>
          </p>
        )}
      </div>
      {startRun.error && <ErrorAlert error={startRun.error} />}
    </Section>
  );
}

/** The API responds once the run is created. */
const ASYNC_HEADERS = { Prefer: 'respond-async' };

async function startTargetRun(
  scope: Scope,
  { target_type: type, target_id: id, ...schedule }: Schedule,
): Promise<string> {
  if (type === 'task') {
    const params = { path: { ...scope, task_id: id }, header: ASYNC_HEADERS };
    return (await post(`${TASK}/run`, { params, body: { task_input: schedule.task_input } as never })).id;
  }
  const params = { path: { ...scope, task_agent_id: id }, header: ASYNC_HEADERS };
  const revision = { revision_id: schedule.task_agent_revision_id };
  return (await post(`${AGENT}/run`, { params, body: { ...schedule.task_input, ...revision } as never })).id;
}
