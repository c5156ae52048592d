import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { parseJson } from '../../lib/json.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { followEvents } from '../runs/event-stream.ts';
import { getStatusLabel } from '../runs/run-status.tsx';
import type { Agent, Revision } from './queries.ts';
import { applyEvent, EMPTY_TRIAL, type TrialState } from './trial.ts';

interface Props {
  readonly agent: Agent;
  /** Revision to run, active or not. */
  readonly revision: Revision;
}

/** Runs a revision on a message and streams its text, tool calls and approvals. */
export function TryAgent({ agent, revision }: Props) {
  const scope = useScope();
  const canRun = useHasPermission('task_agent', 'run', agent.id);
  const [message, setMessage] = useState('');
  const start = useMutation({
    mutationFn: () =>
      post(`${AGENT}/run`, {
        params: { path: { ...scope, task_agent_id: agent.id }, header: { Prefer: 'respond-async' } },
        body: { message, revision_id: revision.id },
      }),
  });
  const run = start.data as Schemas['AgentRun'] | undefined;
  return (
    <section
      aria-label={w.agents.try}
      className="flex flex-col gap-3 rounded-lg border bg-surface p-4 lg:sticky lg:top-16"
    >
      <h2 className="font-semibold">{w.agents.try}</h2>
      <p className="text-sm text-muted">{w.agents.tryHint({ name: toRevisionLabel(revision) })}</p>
      {canRun === false && <p>{w.agents.mayNotRun}</p>}
      {canRun && (
        <Form className="flex flex-col gap-3" onSubmit={() => start.mutate()}>
          <TextareaField
            label={w.agents.message}
            path="message"
            error={start.error}
            required
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <Button type="submit" variant="primary" isPending={start.isPending}>
            {w.agents.send}
          </Button>
        </Form>
      )}
      {start.error && <ErrorAlert error={start.error} />}
      {run && <TrialOutput key={run.id} scope={scope} run={run} />}
    </section>
  );
}

const EVENT_TYPES = [
  'text',
  'turn_restarted',
  'tool_call',
  'tool_result',
  'approval_required',
  'approval_decided',
  'error',
  'done',
];

/** Streams a run from its first event. After a disconnect, it resumes at the last event. */
function useTrial({ org_id, project_id }: Scope, run: Schemas['AgentRun']): TrialState {
  const [trial, setTrial] = useState(EMPTY_TRIAL);
  useEffect(() => {
    const url = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${run.task_agent_id}/run/${run.id}/events`;
    return followEvents({
      getUrl: (lastEventId) => `${url}?follow=true${lastEventId && `&after=${lastEventId}`}`,
      eventTypes: EVENT_TYPES,
      onEvent: ({ type, data }) =>
        setTrial((previous) => applyEvent(previous, type, parseJson(data) as Parameters<typeof applyEvent>[2])),
      onStateChange: () => {},
    });
  }, [org_id, project_id, run.id, run.task_agent_id]);
  return trial;
}

function TrialOutput({ scope, run }: { readonly scope: Scope; readonly run: Schemas['AgentRun'] }) {
  const { text, calls, approvals, error, status } = useTrial(scope, run);
  return (
    <div className="flex flex-col gap-3 border-t pt-3">
      <ul className="flex flex-col gap-1 text-sm">
        {calls.map(({ id, name, outcome }) => (
          <li key={id} className="break-words">
            <code className="font-mono">{name}</code> {outcome === undefined ? w.agents.underWay : `→ ${outcome}`}
          </li>
        ))}
      </ul>
      <SafeMarkdown text={text} />
      {approvals.map(({ id, kind, tool }) => (
        <Link
          key={id}
          to="/approvals/$approvalId"
          params={{ approvalId: id }}
          className={getButtonClassName('primary')}
        >
          {kind === 'budget' ? w.approvals.kinds.budget.decide : w.approvals.kinds[kind].decide({ tool })}
        </Link>
      ))}
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <p role="status" className="flex flex-wrap gap-3 text-sm text-muted">
        {status === undefined ? w.agents.running : getStatusLabel(status)}
        <Link to="/runs/$runId" params={{ runId: run.id }} className="link">
          {w.agents.openRun}
        </Link>
      </p>
    </div>
  );
}
