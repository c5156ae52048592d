import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AGENT, TASK } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { type Schedule, schedulePreviewQuery } from '../queries.ts';
import { createScheduleForm, NextTimes, type ScheduleDraft, toScheduleForm } from '../schedule-fields.tsx';
import type { TriggerKind } from './kind.ts';

/** Schedules: upcoming runs and a manual run beside the form. */
export const schedule: TriggerKind<Schedule, ScheduleDraft> = {
  createForm: createScheduleForm,
  toForm: toScheduleForm,
  renderBeside: (trigger) => (
    <div className="flex min-w-0 flex-col gap-6">
      <NextRuns schedule={trigger} />
      <RunNow schedule={trigger} />
    </div>
  ),
};

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
            <Link to="/runs/$runId" params={{ runId: startRun.data }} className="link">
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
