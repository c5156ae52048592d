import Type from 'typebox';
import { type ApprovalRow, findApproval } from '../../../src/agents/approvals/queries.ts';
import { findEditedArguments } from '../../../src/agents/calls/calls.ts';
import { listAgentReferences } from '../../../src/agents/runs/references.ts';
import { evalProblems } from '../../../src/evals/problems.ts';
import { assertValidReferences } from '../../../src/evals/select-cases.ts';
import type { NewCase } from '../../../src/evals/set-cases.ts';
import type { EvalTargetKind } from '../../../src/evals/target.ts';
import { errors, Problems } from '../../../src/platform/errors.ts';
import type { Problem } from '../../../src/platform/messages.ts';
import { Id } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { type Operation, operation } from '../../operation.ts';
import { addCases } from '../add-cases.ts';
import { getLoadedRows, getOperationBase } from '../common.ts';
import { createSetRecordSchema } from '../schemas.ts';

/** Creates cases from decisions about calls: rejected calls are forbidden, edited calls are expected as edited. */
export function createCasesFromApprovals(kind: EvalTargetKind): Operation {
  const { set, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.from_approvals`,
      method: 'POST',
      path: `${set}/case/from_approvals` as string,
      tag,
      summary: `Add approval decisions to an eval set of ${of}`,
      description:
        'A rejected call becomes a case that must not make the call. An edited call becomes a case that must make the call as edited. Decisions that the set already contains are skipped.',
      auth: { permission: edit },
      request: {
        body: Type.Object({ approval_request_ids: Type.Array(Id, { maxItems: 100 }) }),
        idempotent: false,
        example: { approval_request_ids: [] },
      },
      response: { schemas: { 200: createSetRecordSchema(kind, set) } },
      audit: { event: `${kind.type}.eval_cases_decided` },
    },
    async ({ ctx, caller, parents, body, change }) => {
      const { resource, set: row } = getLoadedRows(kind, parents);
      const problems = new Problems();
      const made: (NewCase | undefined)[] = [];
      for (const [index, id] of body.approval_request_ids.entries()) {
        const toError: ToError = (problem) => errors.invalid(['approval_request_ids', index], problem);
        made.push(await problems.run(() => toCase(ctx, caller, resource.id, id, toError)));
      }
      problems.throwIfAny();
      const cases = made.filter((item) => item !== undefined);
      const ids = cases.flatMap(({ reference_run_id: id }) => id ?? []);
      const who = { principal: caller, kind, resourceId: resource.id };
      await assertValidReferences(ctx.db, who, ids, (index) => ['approval_request_ids', index], {
        fromApprovals: true,
      });
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

type ToError = (problem: Problem) => Error;

async function toCase(
  { db }: ApiContext,
  caller: Caller,
  agentId: string,
  id: string,
  toError: ToError,
): Promise<NewCase> {
  const request = await findApproval(db, caller, id);
  if (request?.agent_id !== agentId) throw toError(evalProblems.unknown_case_approval);
  if (request.kind !== 'tool_call' || request.tool_call_id === null) throw toError(evalProblems.approval_without_call);
  const [run] = await listAgentReferences(db, agentId, [request.run_id]);
  if (run?.continues) throw toError(evalProblems.approval_continues_session);
  const edited = request.status === 'approved' ? await findEditedArguments(db, request.tool_call_id) : null;
  if (request.status !== 'rejected' && edited === null) throw toError(evalProblems.approval_without_change);
  return {
    source: 'approval',
    name: null,
    reference_run_id: request.run_id,
    input: undefined,
    expected: undefined,
    expected_calls: [toExpectedCall(request, edited)],
    stubs: [],
    approvalRequestId: request.id,
  };
}

function toExpectedCall(
  { tool_name, arguments: asked }: Pick<ApprovalRow, 'tool_name' | 'arguments'>,
  edited: unknown,
) {
  return edited === null
    ? ({ tool_name, arguments: asked, must: 'not_be_made' } as const)
    : ({ tool_name, arguments: edited, must: 'be_made' } as const);
}
