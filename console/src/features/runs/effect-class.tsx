import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import type { Agent, Revision } from '../agents/queries.ts';
import { useToolEffects } from '../agents/use-policy-preview.ts';
import { EffectLabel } from '../approvals/badges.tsx';
import { DetailItem } from './detail-list.tsx';
import type { AgentRun } from './queries.ts';
import type { Step } from './step.ts';

interface Props {
  readonly step: Step;
  readonly run: AgentRun;
  /** Whether the ledger of side effects has the call. */
  readonly isInLedger: boolean;
}

/**
 * Shows the effect class of a call. Renders nothing if the tool is gone, or if the class depends on the arguments and
 * the ledger does not have the call.
 */
export function EffectClass({ run, ...props }: Props) {
  const { task_agent_id: agentId, task_agent: reference, task_agent_revision_id: revisionId } = run;
  const agent = useQuery({ ...agentQuery(useScope(), agentId), enabled: !reference.deleted }).data;
  const revision = agent?.revisions.find(({ id }) => id === revisionId);
  return agent && revision ? <EffectOfTool agent={agent} revision={revision} {...props} /> : null;
}

interface EffectOfToolProps extends Omit<Props, 'run'> {
  readonly agent: Agent;
  readonly revision: Revision;
}

function EffectOfTool({ agent, revision, step, isInLedger }: EffectOfToolProps) {
  const effects = useToolEffects(agent, revision).get(step.name) ?? [];
  const [sideEffect] = effects.filter((each) => each !== 'none');
  const effect = effects.length === 1 ? effects[0] : isInLedger ? sideEffect : undefined;
  if (effect === undefined) return null;
  return (
    <DetailItem name={w.runs.effectClass}>
      <EffectLabel effect={effect} />
    </DetailItem>
  );
}
