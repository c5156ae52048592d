import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Send } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { Composer } from '../agents/playground/composer.tsx';
import type { AgentRun } from './queries.ts';
import { FINAL_STATUSES } from './run-status.tsx';
import type { RunAddress } from './use-run-steps.ts';

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
}

/** Continues the conversation of a run: the next message is a new run, which sees the earlier messages. */
export function ContinueRun({ address: { run_id, ...path }, run }: Props) {
  const navigate = useNavigate();
  const canRun = useHasPermission('task_agent', 'run', path.task_agent_id);
  const send = useMutation({
    mutationFn: (message: string) =>
      post(`${AGENT}/run`, {
        params: { path, header: { Prefer: 'respond-async', 'Idempotency-Key': createUuid() } },
        body: { message, session_id: run.session_id },
      }),
    onSuccess: (started) =>
      navigate({ to: '/runs/$runId', params: { runId: (started as AgentRun).id }, search: { tab: 'conversation' } }),
  });
  if (!canRun || run.task_agent.deleted || !FINAL_STATUSES.includes(run.status)) return null;
  return (
    <section aria-label={w.runs.continue.title} className="flex flex-col gap-2 border-t pt-4">
      <h2 className="font-semibold">{w.runs.continue.title}</h2>
      <p className="text-sm text-muted">{w.runs.continue.hint}</p>
      {send.error && <ErrorAlert error={send.error} />}
      <Composer isDisabled={send.isPending} error={send.error} onSend={(message) => send.mutateAsync(message)}>
        <Button type="submit" variant="primary" isPending={send.isPending}>
          <Send className="size-4" /> {w.builder.send}
        </Button>
      </Composer>
    </section>
  );
}
