import Type from 'typebox';
import { definePattern, patternProblems } from '../../src/platform/patterns.ts';
import { Id, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';
import { SIGNED_AMOUNT } from '../../src/usage/amounts.ts';
import type { CreditEntryRow } from '../../src/usage/book-entry.ts';
import type { BudgetRow } from '../../src/usage/budgets.ts';

const MAX_AMOUNT = 999_999_999_999;
const decimal = { description: 'Amount in credits as an exact decimal.' };

/** Signed and positive credit amounts. */
export const SignedAmount = Type.Union([
  Type.String({
    pattern: SIGNED_AMOUNT,
    description: 'Amount in credits as an exact decimal; only an adjustment can be negative.',
  }),
  Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT }),
]);
export const BudgetAmount = Type.Union([
  Type.String({ pattern: definePattern(patternProblems.invalid_amount, '^\\d{1,12}(\\.\\d{1,10})?$'), ...decimal }),
  Type.Number({ minimum: 0, maximum: MAX_AMOUNT }),
]);

export const KINDS = [
  'opening',
  'grant',
  'top_up',
  'adjustment',
  'refund',
  'reservation',
  'settlement',
  'repair',
] as const;

export const CreditEntry = Type.Object(
  {
    id: Id,
    org_id: Id,
    kind: StringEnum(KINDS),
    available: Type.String(decimal),
    reserved: Type.String(decimal),
    spent: Type.String(decimal),
    granted: Type.String(decimal),
    adjusted: Type.String(decimal),
    cause_type: Type.String({
      description: 'Type of the cause: task_run, agent_run, ingestion, collection, query, user, operator, …',
    }),
    cause_id: Nullable(Id),
    call_id: Nullable(Id),
    project_id: Nullable(Id),
    reference: Nullable(Type.String()),
    note: Nullable(Type.String()),
    created: Timestamp,
  },
  { title: 'CreditEntry', description: 'Ledger entry; its five amounts sum to zero.' },
);

/** Credit entry record, without trailing zeros. */
export function toEntryRecord(row: CreditEntryRow) {
  const legs = { available: row.available, reserved: row.reserved, spent: row.spent };
  return { ...row, ...toShortest({ ...legs, granted: row.granted, adjusted: row.adjusted }) };
}

export const PERIODS = ['day', 'month'] as const;

export const CreditBudget = Type.Object(
  {
    id: Id,
    project_id: Id,
    task_id: Nullable(Id),
    task_agent_id: Nullable(Id),
    period: StringEnum(PERIODS),
    amount: Type.String(decimal),
    extra: Type.String({ description: 'Credits that approvals added to the budget in the current period.' }),
    spent: Type.String({ description: 'Credits spent in the current period.' }),
    reserved: Type.String({ description: 'Credits reserved for calls in progress.' }),
    left: Type.String({ description: 'Credits left in the current period.' }),
    period_start: Timestamp,
    period_end: Timestamp,
    created: Timestamp,
    modified: Timestamp,
  },
  {
    title: 'CreditBudget',
    description: 'Maximum credits that a project, task or agent can spend per day or month (UTC).',
  },
);

/** Budget record. */
export function toBudgetRecord(row: BudgetRow) {
  const { target_type, target_id, amount, extra, spent, reserved, left } = row;
  return {
    ...row,
    ...toShortest({ amount, extra, spent, reserved, left }),
    task_id: target_type === 'task' ? target_id : null,
    task_agent_id: target_type === 'task_agent' ? target_id : null,
  };
}

/** Removes trailing zeros from decimals. */
function toShortest<Name extends string>(amounts: Readonly<Record<Name, string>>): Record<Name, string> {
  const shortened = Object.entries<string>(amounts).map(([name, amount]) => [
    name,
    amount.includes('.') ? amount.replace(/0+$/, '').replace(/\.$/, '') : amount,
  ]);
  return Object.fromEntries(shortened) as Record<Name, string>;
}
