import { useMutation, useQuery } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ChooseCases } from './choose.tsx';
import type { Of } from './kinds.ts';
import { type EvalSet, setChanged } from './queries.ts';
import { short } from './short.ts';

interface Props {
  readonly of: Of;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Decisions of people that say how a call should have been: rejected ones, and those whose arguments somebody changed. */
async function decisionsOn(scope: Scope, agentId: string) {
  const read = async (status: 'rejected' | 'approved') => {
    const query = { status, task_agent_id: agentId, page_limit: 100 } as const;
    const path = '/api/v1/org/{org_id}/project/{project_id}/task-agent/approval-request';
    return (await get(path, { params: { path: { ...scope }, query } })).results;
  };
  const [rejected, approved] = await Promise.all([read('rejected'), read('approved')]);
  const edited = approved.filter((request) => editedIn(request) !== null);
  return [...rejected, ...edited]
    .filter(({ kind }) => kind === 'tool_call')
    .toSorted((a, b) => b.created.localeCompare(a.created));
}

/** What a reviewer put in the place of the arguments; null where nobody did. */
function editedIn({ decisions }: Pick<Schemas['ApprovalRequest'], 'decisions'>): unknown {
  return decisions.findLast((decision) => decision.arguments !== null)?.arguments ?? null;
}

/** Makes cases of what people decided about calls. */
export function FromDecisions({ of, set, onClose }: Props) {
  const scope = useScope();
  const decided = useQuery({
    queryKey: ['approval_request', 'list', 'decided', of.id],
    queryFn: () => decisionsOn(scope, of.id),
  });
  const take = useMutation({
    mutationFn: (ids: readonly string[]) => {
      const path = { ...scope, task_agent_id: of.id, task_agent_eval_set_id: set.id };
      const body = { approval_request_ids: [...ids] };
      return post(`${AGENT}/eval/set/{task_agent_eval_set_id}/case/from_approvals`, { params: { path }, body });
    },
    onSuccess: (after) => {
      showToast(w.evals.taken(after.case_count - set.case_count));
      setChanged(set.id);
      onClose();
    },
  });
  const from = decided.data?.map((request) => ({
    id: request.id,
    label: (
      <span className="flex min-w-0 flex-col">
        <span>
          {request.status === 'rejected'
            ? w.evals.wasRejected(request.tool_name)
            : w.evals.wasEdited(request.tool_name)}
        </span>
        <code className="font-mono text-sm break-words">{short(editedIn(request) ?? request.arguments)}</code>
        <span className="text-sm text-muted">
          <Time at={request.created} />
        </span>
      </span>
    ),
  }));
  return (
    <ChooseCases
      title={w.evals.addDecisions}
      hint={w.evals.decisionsHint}
      none={w.evals.noDecisions}
      from={from}
      loadError={decided.error}
      busy={take.isPending}
      error={take.error}
      onChosen={(ids) => take.mutate(ids)}
      onClose={onClose}
    />
  );
}
