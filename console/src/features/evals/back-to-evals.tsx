import { Link } from '@tanstack/react-router';
import { w } from '../../words/index.ts';
import type { EvalSubject } from './eval-kinds.ts';

/** Links back to the evals tab of the task or agent. */
export function BackToEvals({
  subject: { kind, id },
  name,
}: {
  readonly subject: EvalSubject;
  readonly name: string | undefined;
}) {
  const text = `← ${w.evals.backTo({ name: name ?? '…' })}`;
  const search = { tab: 'evals' };
  return kind === 'task' ? (
    <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="link">
      {text}
    </Link>
  ) : (
    <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="link">
      {text}
    </Link>
  );
}
