import { Link } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { findFailureAct } from './failure-acts.ts';
import { RunAgainButton } from './run-again.tsx';

interface Props {
  readonly reason: string;
  readonly target: Parameters<typeof RunAgainButton>[0]['target'];
  readonly canRunAgain: boolean;
  /** Whether the agent or task is deleted. */
  readonly isDeleted: boolean;
}

/** Runs a failed run again, or opens its agent or task, by the reason of the failure. */
export function FailureActButton({ reason, target, canRunAgain, isDeleted }: Props) {
  const act = findFailureAct(reason);
  if (act === 'again') return canRunAgain ? <RunAgainButton isSmall target={target} /> : null;
  if (act === undefined || isDeleted) return null;
  const { kind, id } = target;
  return kind === 'task' ? (
    <Link to="/tasks/$taskId" params={{ taskId: id }} className={getButtonClassName('plain', true)}>
      {w.tasks.edit}
    </Link>
  ) : (
    <Link to="/agents/$agentId" params={{ agentId: id }} className={getButtonClassName('plain', true)}>
      {w.agents.edit}
    </Link>
  );
}
