import Type from 'typebox';
import { type ApprovalRow, findApproval } from '../../../src/agents/approvals/decisions.ts';
import { editedArguments } from '../../../src/agents/calls/calls.ts';
import { agentReferences } from '../../../src/agents/runs/references.ts';
import { checkReferences } from '../../../src/evals/choose.ts';
import type { EvaluatedKind } from '../../../src/evals/evaluated.ts';
import type { NewCase } from '../../../src/evals/set-cases.ts';
import { errors, Problems } from '../../../src/platform/errors.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { type Operation, operation } from '../../operation.ts';
import { Id } from '../../schemas.ts';
import { addCases } from '../add-cases.ts';
import { common, loaded } from '../common.ts';
import { setRecordSchema } from '../schemas.ts';

/** Makes cases of what people decided about calls: what was rejected must not be asked for again, what was edited must be asked for so. */
export function fromDecisions(kind: EvaluatedKind): Operation {
  const { set, tag, edit, of } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.from_approvals`,
      method: 'POST',
      path: `${set}/case/from_approvals` as string,
      tag,
      summary: `Add what people rejected or edited to an eval set of ${of}`,
      description:
        'A rejected call becomes a case in which it must not be made, an edited one a case in which it must be made as it was edited. One that is a case of the set already is left out.',
      auth: { permission: edit },
      request: {
        body: Type.Object({ approval_request_ids: Type.Array(Id, { maxItems: 100 }) }),
        idempotent: false,
        example: { approval_request_ids: [] },
      },
      response: { schemas: { 200: setRecordSchema(kind, set) } },
      audit: { event: `${kind.type}.eval_cases_decided` },
    },
    async ({ ctx, caller, parents, body, change }) => {
      const { resource, set: row } = loaded(kind, parents);
      const problems = new Problems();
      const made: (NewCase | undefined)[] = [];
      for (const [index, id] of body.approval_request_ids.entries()) {
        const refuse: Refuse = (msg, type) => errors.invalid(['approval_request_ids', index], msg, type);
        made.push(await problems.of(() => caseOf(ctx, caller, resource.id, id, refuse)));
      }
      problems.refuse();
      const cases = made.filter((item) => item !== undefined);
      const ids = cases.flatMap(({ reference_run_id: id }) => id ?? []);
      const who = { principal: caller, kind, resourceId: resource.id };
      await checkReferences(ctx.db, who, ids, (index) => ['approval_request_ids', index], { decided: true });
      const fresh = cases.filter(
        (item, index) => cases.findIndex((other) => other.approvalRequestId === item.approvalRequestId) === index,
      );
      return addCases(
        caller,
        kind,
        row,
        change,
        async (present) => {
          const known = new Set(present.map(({ approval_request_id: id }) => id));
          return fresh.filter(({ approvalRequestId: id }) => !known.has(id ?? null));
        },
        'approval_request_ids',
      );
    },
  );
}

type Refuse = (msg: string, type?: string) => Error;

async function caseOf(
  { db }: ApiContext,
  { projectId }: Caller,
  agentId: string,
  id: string,
  refuse: Refuse,
): Promise<NewCase> {
  const request = await findApproval(db, projectId, id);
  if (request?.agent_id !== agentId)
    throw refuse('no approval request of this task_agent has this id', 'unknown_resource');
  if (request.kind !== 'tool_call' || request.tool_call_id === null) throw refuse('is about no call');
  const [run] = await agentReferences(db, agentId, [request.run_id]);
  if (run?.continues) throw refuse('is of a run that continues a session; only the first run of one stands alone');
  const edited = request.status === 'approved' ? await editedArguments(db, request.tool_call_id) : null;
  if (request.status !== 'rejected' && edited === null) throw refuse('was neither rejected nor edited');
  return {
    source: 'approval',
    reference_run_id: request.run_id,
    input: undefined,
    expected: undefined,
    expected_calls: [expectedOf(request, edited)],
    stubs: [],
    approvalRequestId: request.id,
  };
}

function expectedOf({ tool_name, arguments: asked }: Pick<ApprovalRow, 'tool_name' | 'arguments'>, edited: unknown) {
  return edited === null
    ? ({ tool_name, arguments: asked, must: 'not_be_made' } as const)
    : ({ tool_name, arguments: edited, must: 'be_made' } as const);
}
