import { useMutation, useQuery } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { EvalSubject } from './eval-kinds.ts';
import { type EvalSet, invalidateSet } from './queries.ts';
import { formatRowValue } from './row-values.ts';
import { SelectCasesDialog } from './select-cases-dialog.tsx';

interface Props {
  readonly subject: EvalSubject;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Returns decisions that correct a call: rejections, and approvals with edited arguments. */
async function listCorrections(scope: Scope, agentId: string) {
  const listRequests = async (status: 'rejected' | 'approved') => {
    const query = { status, task_agent_id: agentId, page_limit: 100 } as const;
    const path = '/api/v1/org/{org_id}/project/{project_id}/task-agent/approval-request';
    return (await get(path, { params: { path: { ...scope }, query } })).results;
  };
  const [rejected, approved] = await Promise.all([listRequests('rejected'), listRequests('approved')]);
  const editedApprovals = approved.filter((request) => getEditedArguments(request) !== null);
  return [...rejected, ...editedApprovals]
    .filter(({ kind }) => kind === 'tool_call')
    .toSorted((a, b) => b.created.localeCompare(a.created));
}

/** Returns the arguments that a reviewer edited, or null. */
function getEditedArguments({ decisions }: Pick<Schemas['ApprovalRequest'], 'decisions'>): unknown {
  return decisions.findLast((decision) => decision.arguments !== null)?.arguments ?? null;
}

/** Creates cases from approval decisions. */
export function CasesFromDecisions({ subject, set, onClose }: Props) {
  const scope = useScope();
  const corrections = useQuery({
    queryKey: ['approval_request', 'list', 'decided', subject.id],
    queryFn: () => listCorrections(scope, subject.id),
  });
  const create = useMutation({
    mutationFn: (ids: readonly string[]) => {
      const path = { ...scope, task_agent_id: subject.id, task_agent_eval_set_id: set.id };
      const body = { approval_request_ids: [...ids] };
      return post(`${AGENT}/eval/set/{task_agent_eval_set_id}/case/from_approvals`, { params: { path }, body });
    },
    onSuccess: (updatedSet) => {
      showToast(w.evals.taken({ n: updatedSet.case_count - set.case_count }));
      invalidateSet(set.id);
      onClose();
    },
  });
  const candidates = corrections.data?.map((request) => ({
    id: request.id,
    label: (
      <span className="flex min-w-0 flex-col">
        <span>
          {request.status === 'rejected'
            ? w.evals.wasRejected({ tool: request.tool_name })
            : w.evals.wasEdited({ tool: request.tool_name })}
        </span>
        <code className="font-mono text-sm break-words">
          {formatRowValue(getEditedArguments(request) ?? request.arguments)}
        </code>
        <span className="text-sm text-muted">
          <Time at={request.created} />
        </span>
      </span>
    ),
  }));
  return (
    <SelectCasesDialog
      title={w.evals.addDecisions}
      hint={w.evals.decisionsHint}
      emptyTitle={w.evals.noDecisions}
      candidates={candidates}
      loadError={corrections.error}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(ids) => create.mutate(ids)}
      onClose={onClose}
    />
  );
}
