import { Link } from '@tanstack/react-router';
import { w } from '../../words/index.ts';
import type { Of } from './kinds.ts';

/** The way back to the evals of the task or agent. */
export function ToEvals({ of: { kind, id }, name }: { readonly of: Of; readonly name: string | undefined }) {
  const text = `← ${w.evals.backTo(name ?? '…')}`;
  const search = { tab: 'evals' };
  return kind === 'task' ? (
    <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="text-accent underline">
      {text}
    </Link>
  ) : (
    <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="text-accent underline">
      {text}
    </Link>
  );
}
