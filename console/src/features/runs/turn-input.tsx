import { useQuery } from '@tanstack/react-query';
import { isolateText } from '../../lib/hidden-text.ts';
import { useScope } from '../../lib/session.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import type { AgentRun } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';

/** Messages that are shown, the newest. */
const MAX_MESSAGES = 30;

interface Props {
  readonly step: Step;
  readonly steps: RunSteps;
  readonly run: AgentRun;
}

/** Shows what a turn was given: the instructions of the revision, and the messages and calls of this run before it. */
export function TurnInput({ step, steps, run }: Props) {
  const agent = useQuery(agentQuery(useScope(), run.task_agent_id)).data;
  const revision = agent?.revisions.find(({ id }) => id === run.task_agent_revision_id);
  return (
    <details>
      <summary className="font-medium">{w.runs.turnInput}</summary>
      <div className="mt-2 flex flex-col gap-3">
        {revision && <RunMessage role={w.runs.roles.system} text={revision.instruction} />}
        <StepMessages list={steps.list.slice(0, steps.list.indexOf(step))} run={run} />
      </div>
    </details>
  );
}

interface StepMessagesProps {
  readonly list: readonly Step[];
  readonly run: Pick<AgentRun, 'message'>;
}

/** Shows the messages and calls among some steps of a run. */
export function StepMessages({ list, run }: StepMessagesProps) {
  const messages = list.filter(
    ({ kind, state, text }) =>
      kind === 'message' || kind === 'call' || (kind === 'turn' && state !== 'void' && text !== ''),
  );
  return (
    <>
      {messages.length > MAX_MESSAGES && (
        <p className="text-sm text-muted">{w.runs.earlierMessages({ n: messages.length - MAX_MESSAGES })}</p>
      )}
      {messages
        .slice(-MAX_MESSAGES)
        .map((each) =>
          each.kind === 'call' ? (
            <CallMessage key={each.id} step={each} />
          ) : (
            <RunMessage
              key={each.id}
              role={each.kind === 'message' ? w.runs.roles.user : w.runs.roles.agent}
              text={each.kind === 'message' ? run.message : each.text}
            />
          ),
        )}
    </>
  );
}

/** A message with the role of its author. */
export function RunMessage({ role, text }: { readonly role: string; readonly text: string }) {
  return (
    <div>
      <p className="text-xs font-medium text-muted">{role}</p>
      <p
        dir="auto"
        className="max-h-48 overflow-y-auto rounded-md bg-surface-muted p-2 text-sm break-words whitespace-pre-wrap"
      >
        {text}
      </p>
    </div>
  );
}

function CallMessage({ step: { name, payload, result } }: { readonly step: Step }) {
  return (
    <div>
      <p className="text-xs font-medium text-muted">{w.runs.roles.tool({ tool: isolateText(name) })}</p>
      <JsonTree value={{ arguments: payload.arguments, ...(result ? { result: result.result } : {}) }} openLevels={1} />
    </div>
  );
}
