import Type from 'typebox';
import { findAgent } from '../../src/agents/queries.ts';
import { toChangePayload } from '../../src/audit/changes.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound, throwProblems, type ValidationError } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import { findTask } from '../../src/tasks/queries.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import * as budgets from '../../src/usage/budgets.ts';
import { usageProblems } from '../../src/usage/problems.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { BudgetAmount, CreditBudget, PERIODS, toBudgetRecord } from './schemas.ts';

const BUDGETS = '/org/{org_id}/project/{project_id}/credit_budget';
const BUDGET = `${BUDGETS}/{credit_budget_id}` as const;

interface TargetInput {
  readonly task_id?: string | null;
  readonly task_agent_id?: string | null;
}

/** Target of a budget: a task or agent of the project, or the project itself. Throws a 422 with all problems. */
async function getTarget(db: Executor, projectId: string, input: TargetInput): Promise<budgets.BudgetTarget> {
  const { task_id: taskId, task_agent_id: agentId } = input;
  const found: ValidationError[] = [];
  if (taskId != null && !(await findTask(db, projectId, taskId)))
    found.push(errors.invalid('task_id', commonProblems.unknown_resource({ resource: 'task' })));
  if (agentId != null && !(await findAgent(db, projectId, agentId)))
    found.push(errors.invalid('task_agent_id', commonProblems.unknown_resource({ resource: 'task_agent' })));
  if (taskId != null && agentId != null)
    found.push(errors.invalid('task_agent_id', usageProblems.budget_with_two_targets));
  throwProblems(found);
  if (taskId != null) return { target_type: 'task', target_id: taskId };
  if (agentId != null) return { target_type: 'task_agent', target_id: agentId };
  return { target_type: 'project', target_id: projectId };
}

const set = operation(
  {
    id: 'credit_budget.set',
    method: 'POST',
    path: BUDGETS,
    tag: 'Credits',
    summary: 'Set a daily or monthly credit budget',
    description:
      'Replaces the budget of the same target and period. The target is the project if neither a task nor an agent is given. Spending counts from when the budget is first set.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({
        period: StringEnum(PERIODS),
        amount: BudgetAmount,
        task_id: Type.Optional(Nullable(Id)),
        task_agent_id: Type.Optional(Nullable(Id)),
      }),
      checks: async ({ ctx, caller, body }) => void (await getTarget(ctx.db, caller.projectId, body)),
      idempotent: false,
      example: { period: 'month', amount: '2500' },
    },
    response: { schemas: { 200: CreditBudget } },
    audit: { event: 'credit_budget.set' },
  },
  async ({ caller, body, change }) => {
    const { orgId, projectId, subject } = caller;
    const { period } = body;
    const amount = normalizeAmount(body.amount);
    const row = await change(async (trx) => {
      const target = await getTarget(trx, projectId, body);
      const before = await budgets.lockBudget(trx, orgId, { ...target, period });
      const createdBy = subject.type === 'user' ? subject.id : null;
      const id = await budgets.setBudget(trx, { ...target, orgId, projectId, period, amount, createdBy });
      const result = orNotFound(await budgets.findBudget(trx, projectId, id), 'credit_budget', id);
      const payload = toChangePayload(before ?? {}, { ...target, period, amount }, [
        'target_type',
        'target_id',
        'period',
        'amount',
      ]);
      const audited = { resource: { type: 'credit_budget', id }, name: period, payload };
      return { result, audited };
    });
    return toBudgetRecord(row);
  },
);

const list = operation(
  {
    id: 'credit_budget.list',
    method: 'GET',
    path: BUDGETS,
    tag: 'Credits',
    summary: 'List credit budgets of a project with their use',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        period: Type.Optional(StringEnum(PERIODS)),
        target_id: Type.Optional(Id),
      }),
    },
    response: { schemas: { 200: Envelope(CreditBudget) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = { targetId: query.target_id, period: query.period };
    return mapPage(await budgets.listBudgets(ctx.db, caller.projectId, filter, page), toBudgetRecord);
  },
);

const read = operation(
  {
    id: 'credit_budget.read',
    method: 'GET',
    path: BUDGET,
    tag: 'Credits',
    summary: 'Get a credit budget with its use',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: CreditBudget } },
  },
  ({ parents }) => toBudgetRecord(parents.credit_budget_id),
);

const remove = operation(
  {
    id: 'credit_budget.delete',
    method: 'DELETE',
    path: BUDGET,
    tag: 'Credits',
    summary: 'Delete a credit budget',
    auth: { permission: 'project:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: CreditBudget } },
    audit: { event: 'credit_budget.deleted' },
  },
  ({ parents: { credit_budget_id: row }, change }) =>
    change(async (trx) => {
      await budgets.deleteBudget(trx, row.id);
      const audited = { resource: { type: 'credit_budget', id: row.id }, name: row.period, payload: {} };
      return { result: toBudgetRecord(row), audited };
    }),
);

export const BUDGET_OPERATIONS = [set, list, read, remove];
