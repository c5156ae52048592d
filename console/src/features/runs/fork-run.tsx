import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { formatConversation } from '../../../../src/platform/conversation-text.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { GitFork } from '../../ui/icons.ts';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { RevisionField } from '../agents/revision-field.tsx';
import { getStepsUpToTurn, isTurnComplete, toForkMessages } from './fork-messages.ts';
import { type AgentRun, earlierRunsQuery, forksQuery } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';
import { RunMessage, StepMessages } from './turn-input.tsx';
import type { RunAddress } from './use-run-steps.ts';

interface Props {
  readonly step: Step;
  readonly steps: RunSteps;
  readonly run: AgentRun;
  readonly address: RunAddress;
}

/** Starts a new run with the conversation up to a turn. Renders nothing while the turn is incomplete. */
export function ForkRunButton({ step, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const canRun = useHasPermission('task_agent', 'run', props.address.task_agent_id);
  if (!canRun || props.run.task_agent.deleted || !isTurnComplete(props.steps.list, step)) return null;
  return (
    <div>
      <Button isSmall onClick={() => setIsOpen(true)}>
        <GitFork className="size-4" /> {w.runs.fork.open}
      </Button>
      {isOpen && <ForkRunDialog step={step} {...props} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function ForkRunDialog({ step, steps, run, address, onClose }: Props & { readonly onClose: () => void }) {
  const { run_id: _, ...path } = address;
  const navigate = useNavigate();
  const earlierRuns = useQuery(earlierRunsQuery(address, run));
  const [message, setMessage] = useState('');
  const [revisionId, setRevisionId] = useState<string | null>(null);
  const givenSteps = getStepsUpToTurn(steps.list, step);
  const start = useMutation({
    mutationFn: async () => {
      const messages = toForkMessages(earlierRuns.data ?? [], run, givenSteps);
      return (await post(`${AGENT}/run`, {
        params: { path, header: { Prefer: 'respond-async', 'Idempotency-Key': createUuid() } },
        body: {
          message: formatConversation(messages, message),
          revision_id: revisionId,
          forked_from_run_id: run.id,
        },
      })) as AgentRun;
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: forksQuery(address).queryKey });
      return navigate({ to: '/runs/$runId', params: { runId: id } });
    },
  });
  return (
    <MutationDialog
      title={w.runs.fork.title({ n: step.turn })}
      mutation={start}
      submitLabel={w.runs.fork.start}
      isDisabled={!earlierRuns.data}
      fieldPaths={['message', 'revision_id']}
      onClose={onClose}
    >
      <p className="text-muted">{w.runs.fork.hint}</p>
      {earlierRuns.error && <ErrorAlert error={earlierRuns.error} onRetry={() => void earlierRuns.refetch()} />}
      <section
        aria-label={w.runs.fork.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
        tabIndex={0}
        className="flex max-h-64 flex-col gap-3 overflow-y-auto rounded-md border p-2"
      >
        {earlierRuns.data?.map(({ id, message: text, output }) => (
          <div key={id} className="flex flex-col gap-3">
            <RunMessage role={w.runs.roles.user} text={text} />
            {typeof output === 'string' && <RunMessage role={w.runs.roles.agent} text={output} />}
          </div>
        ))}
        <StepMessages list={givenSteps} run={run} />
      </section>
      <TextareaField
        label={w.runs.message}
        path="message"
        error={start.error}
        required
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <RevisionField
        label={w.runs.revision}
        kind="agent_tools"
        item={{ id: path.task_agent_id }}
        value={revisionId}
        onChange={setRevisionId}
        error={start.error}
        path="revision_id"
      />
    </MutationDialog>
  );
}
