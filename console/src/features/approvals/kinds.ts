import { getMessageText, type ServerMessage } from '../../lib/messages.ts';
import { formatDecimal } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import { formatRule } from './format-rule.ts';
import type { ApprovalKind } from './kind.ts';
import type { Approval } from './queries.ts';

/** Fields that the request's summary is made of. */
export type RequestSubject = Pick<Approval, 'kind' | 'tool_name' | 'tool_type' | 'arguments'>;

/** Texts that say what each decision does, and what a timeout does. */
interface DecisionEffects {
  readonly approve: string;
  readonly reject: string;
  readonly onTimeout: string | undefined;
}

/** A detail that only one kind of request has. */
export interface ExtraDetail {
  readonly name: string;
  readonly text: string;
  /** How the value renders: a time, an ID to copy, or text. */
  readonly format: 'time' | 'id' | 'text';
}

/** Behavior and texts of one kind of request. */
interface ApprovalKindConfig {
  /** Summary of the request, from the formatted call or the credits. */
  readonly formatSummary: (call: string, credits: string) => string;
  /** Why a person must decide. */
  readonly getReason: (request: Approval) => string;
  /** Key of the effect badge. */
  readonly getEffect: (request: Approval) => string;
  readonly getExtraDetails: (request: Approval) => readonly ExtraDetail[];
  readonly getDecisionEffects: (request: Approval) => DecisionEffects;
  /** Label of the approve button after edits. Undefined where arguments cannot be edited. */
  readonly formatApproveLabel: ((changes: number) => string) | undefined;
  /** Names the roles that decide. */
  readonly formatDeciders: (request: Approval, roles: string) => string;
  /** Whether several requests can be decided together. */
  readonly canBulkDecide: boolean;
  /** Confirmation shown after a decision. */
  readonly formatConfirmation: (answer: 'approve' | 'reject', call: string, summary: string) => string;
  /** Whether a decided request's call is still executing, which the receipt then polls. */
  readonly isExecuting: (request: Approval) => boolean;
  /** Result of the call for the receipt. */
  readonly formatCallResult: (request: Approval) => string;
}

/** Rule fields of requests that the product creates itself. */
interface BuiltinRule {
  readonly question?: string;
  readonly question_code?: string;
  readonly evidence?: string;
  readonly evidence_code?: string | null;
  readonly evidence_params?: ServerMessage['params'];
  readonly attempts?: number;
  readonly sent_at?: string | null;
  readonly spent?: string;
  readonly limit?: string;
  readonly needed?: string;
  readonly budget?: object;
}

const getBuiltinRule = ({ rule }: Pick<Approval, 'rule'>): BuiltinRule => (rule ?? {}) as BuiltinRule;

const KINDS: Readonly<Record<ApprovalKind, ApprovalKindConfig>> = {
  tool_call: {
    formatSummary: (call) => w.approvals.kinds.tool_call.sentence({ call }),
    getReason: ({ rule }) => formatRule(rule),
    getEffect: ({ effect }) => effect,
    getExtraDetails: () => [],
    getDecisionEffects: ({ on_reject, expires_at }) => {
      const { does } = w.approvals.kinds.tool_call;
      const failsRun = on_reject === 'fail';
      const timeout = failsRun ? does.lateEnds : does.late;
      return {
        approve: does.approve,
        reject: failsRun ? does.rejectEnds : does.reject,
        onTimeout: expires_at === null ? undefined : timeout,
      };
    },
    formatApproveLabel: (changes) => w.approvals.kinds.tool_call.approveWith({ n: changes }),
    formatDeciders: (_, roles) => w.approvals.rolesDecide({ roles }),
    canBulkDecide: true,
    formatConfirmation: (answer, call) => w.approvals.kinds.tool_call.done[answer]({ call }),
    isExecuting: ({ status }) => status === 'approved',
    formatCallResult: ({ call }) => formatCallState(call, w.approvals.kinds.tool_call.receipt),
  },
  confirm_effect: {
    formatSummary: (call) => w.approvals.kinds.confirm_effect.sentence({ call }),
    getReason: () => w.approvals.kinds.confirm_effect.why,
    getEffect: ({ effect }) => effect,
    getExtraDetails: getConfirmationDetails,
    getDecisionEffects: ({ expires_at }) => {
      const { approve, reject, late, never } = w.approvals.kinds.confirm_effect.does;
      return { approve, reject, onTimeout: expires_at === null ? never : late };
    },
    formatApproveLabel: undefined,
    formatDeciders: (_, roles) => w.approvals.rolesDecide({ roles }),
    canBulkDecide: false,
    formatConfirmation: (answer, call) => w.approvals.kinds.confirm_effect.done[answer]({ call }),
    // A repeated call that waits for approval has another request.
    isExecuting: ({ status, call }) => status === 'approved' || (status === 'rejected' && call?.status !== 'waiting'),
    formatCallResult: formatConfirmedCall,
  },
  budget: {
    formatSummary: (_, credits) =>
      credits === '' ? w.approvals.kinds.budget.sentenceAny : w.approvals.kinds.budget.sentence({ credits }),
    getReason: (request) => {
      const { spent = '0', limit = '0' } = getBuiltinRule(request);
      return w.approvals.kinds.budget.why({ spent: formatDecimal(spent), limit: formatDecimal(limit) });
    },
    getEffect: () => 'credits',
    getExtraDetails: (request) => {
      const { question, question_code: code } = getBuiltinRule(request);
      return question
        ? [
            {
              name: w.approvals.kinds.budget.facts.question,
              text: getMessageText({ msg: question, code }),
              format: 'text',
            },
          ]
        : [];
    },
    getDecisionEffects: (request) => {
      const { approve, approveAll, reject, never } = w.approvals.kinds.budget.does;
      const { needed, budget } = getBuiltinRule(request);
      const neededText =
        needed === undefined ? '' : ` ${w.approvals.kinds.budget.needs({ credits: formatDecimal(needed) })}`;
      return { approve: (budget ? approveAll : approve) + neededText, reject, onTimeout: never };
    },
    formatApproveLabel: (changes) => w.approvals.kinds.budget.approveWith({ n: changes }),
    formatDeciders: (request, roles) =>
      getBuiltinRule(request).budget ? w.approvals.projectRolesDecide({ roles }) : w.approvals.rolesDecide({ roles }),
    canBulkDecide: false,
    formatConfirmation: (answer, _, sentence) => w.approvals.kinds.budget.done[answer]({ sentence }),
    isExecuting: () => false,
    formatCallResult: () => '',
  },
};

/** Returns the behavior and texts of a request's kind. */
export const getKindConfig = ({ kind }: { readonly kind: ApprovalKind }): ApprovalKindConfig => KINDS[kind];

/** Returns the translated texts of a request's kind. */
export const getKindTexts = ({ kind }: { readonly kind: ApprovalKind }) => w.approvals.kinds[kind];

/** Returns the request's status in the terms of its kind. */
export function formatStatus(kind: ApprovalKind, status: string): string {
  const kindStates = w.approvals.kinds[kind].states as Readonly<Record<string, string>>;
  return kindStates[status] ?? w.approvals.states[status as keyof typeof w.approvals.states] ?? status;
}

/** Returns the outcome of a call, or its progress. */
function formatCallState(call: Approval['call'], texts: Readonly<Record<string, string>>): string {
  if (!call) return '';
  if (call.outcome) return formatOutcome(call.outcome);
  return (
    texts[call.status] ?? w.approvals.callStates[call.status as keyof typeof w.approvals.callStates] ?? call.status
  );
}

const formatOutcome = (outcome: string) =>
  w.approvals.outcomes[outcome as keyof typeof w.approvals.outcomes] ?? outcome;

/** Returns the details of an interrupted call: last attempt, evidence, number of attempts and idempotency key. */
function getConfirmationDetails(request: Approval): readonly ExtraDetail[] {
  const { facts, tries, question: explanation } = w.approvals.kinds.confirm_effect;
  const rule = getBuiltinRule(request);
  const { question, evidence, attempts, sent_at } = rule;
  const questionText = getMessageText({ msg: question ?? '', code: rule.question_code });
  const evidenceMessage = { code: rule.evidence_code, params: rule.evidence_params };
  return [
    {
      name: facts.question,
      text: `${questionText} ${explanation}`.trimStart(),
      format: 'text',
    },
    ...(sent_at ? [{ name: facts.sent, text: sent_at, format: 'time' as const }] : []),
    ...(evidence
      ? [{ name: facts.known, text: getMessageText({ msg: evidence, ...evidenceMessage }), format: 'text' as const }]
      : []),
    ...(attempts === undefined ? [] : [{ name: facts.tries, text: tries({ n: attempts }), format: 'text' as const }]),
    ...(request.tool_call_id ? [{ name: facts.key, text: request.tool_call_id, format: 'id' as const }] : []),
  ];
}

/** Returns the result of an interrupted call after the decision. */
function formatConfirmedCall({ status, call }: Approval): string {
  const { receipt } = w.approvals.kinds.confirm_effect;
  if (!call) return '';
  if (status === 'expired') return receipt.unknown;
  if (status === 'cancelled')
    return call.outcome ? receipt.answered({ outcome: formatOutcome(call.outcome) }) : formatCallState(call, {});
  if (status === 'approved') return call.outcome ? receipt.recorded : receipt.recording;
  if (call.outcome) return receipt.again({ outcome: formatOutcome(call.outcome) });
  return call.status === 'waiting'
    ? receipt.asked
    : formatCallState(call, { ready: receipt.ready, running: receipt.running });
}
