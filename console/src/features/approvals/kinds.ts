import { formatDecimal } from '../../lib/numbers.ts';
import { translateOrKeep } from '../../lib/translate-sentence.ts';
import { w } from '../../words/index.ts';
import type { Kind } from './kind.ts';
import type { Approval } from './queries.ts';
import { ruleInWords } from './rule.ts';

/** What the sentence of a request is made of. */
export type Asked = Pick<Approval, 'kind' | 'tool_name' | 'tool_type' | 'arguments'>;

/** What each answer does, and what happens without one. */
interface Answers {
  readonly approve: string;
  readonly reject: string;
  readonly without: string | undefined;
}

/** Something that is known of a request of one kind only. */
export interface OwnFact {
  readonly name: string;
  readonly said: string;
  /** How it is shown: a time, an id to copy, or text. */
  readonly as: 'time' | 'id' | 'text';
}

/** Everything in which kinds of requests differ; a new kind does not compile without its own. */
interface KindOf {
  /** What is asked, of the call in one sentence or of the credits. */
  readonly sentence: (call: string, credits: string) => string;
  /** Why a person is asked. */
  readonly why: (request: Approval) => string;
  /** What it does to the world, by the name of a sign. */
  readonly effect: (request: Approval) => string;
  readonly facts: (request: Approval) => readonly OwnFact[];
  readonly answers: (request: Approval) => Answers;
  /** The button when so many values were changed; undefined where nothing is to be changed. */
  readonly approveWith: ((changes: number) => string) | undefined;
  /** Who decides, by the names of their roles. */
  readonly deciders: (request: Approval, roles: string) => string;
  /** Whether several may be decided together. */
  readonly together: boolean;
  /** What is told once it is answered. */
  readonly done: (answer: 'approve' | 'reject', call: string, sentence: string) => string;
  /** Whether an answer has something done with the call, of which the receipt then tells. */
  readonly isUnderWay: (request: Approval) => boolean;
  /** What became of the call, on the receipt. */
  readonly callSays: (request: Approval) => string;
}

/** Rules of requests that the product asks itself. */
interface Known {
  readonly question?: string;
  readonly evidence?: string;
  readonly attempts?: number;
  readonly sent_at?: string | null;
  readonly spent?: string;
  readonly limit?: string;
  readonly needed?: string;
  readonly budget?: object;
}

const known = ({ rule }: Pick<Approval, 'rule'>): Known => (rule ?? {}) as Known;

const KINDS: Readonly<Record<Kind, KindOf>> = {
  tool_call: {
    sentence: (call) => w.approvals.kinds.tool_call.sentence(call),
    why: ({ rule }) => ruleInWords(rule),
    effect: ({ effect }) => effect,
    facts: () => [],
    answers: ({ on_reject, expires_at }) => {
      const { does } = w.approvals.kinds.tool_call;
      const ends = on_reject === 'fail';
      const late = ends ? does.lateEnds : does.late;
      return {
        approve: does.approve,
        reject: ends ? does.rejectEnds : does.reject,
        without: expires_at === null ? undefined : late,
      };
    },
    approveWith: (changes) => w.approvals.kinds.tool_call.approveWith(changes),
    deciders: (_, roles) => w.approvals.rolesDecide(roles),
    together: true,
    done: (answer, call) => w.approvals.kinds.tool_call.done[answer](call),
    isUnderWay: ({ status }) => status === 'approved',
    callSays: ({ call }) => callIn(call, w.approvals.kinds.tool_call.receipt),
  },
  confirm_effect: {
    sentence: (call) => w.approvals.kinds.confirm_effect.sentence(call),
    why: () => w.approvals.kinds.confirm_effect.why,
    effect: ({ effect }) => effect,
    facts: confirmFacts,
    answers: ({ expires_at }) => {
      const { approve, reject, late, never } = w.approvals.kinds.confirm_effect.does;
      return { approve, reject, without: expires_at === null ? never : late };
    },
    approveWith: undefined,
    deciders: (_, roles) => w.approvals.rolesDecide(roles),
    together: false,
    done: (answer, call) => w.approvals.kinds.confirm_effect.done[answer](call),
    // A call that was sent again and waits has another request.
    isUnderWay: ({ status, call }) => status === 'approved' || (status === 'rejected' && call?.status !== 'waiting'),
    callSays: confirmedCall,
  },
  budget: {
    sentence: (_, credits) => w.approvals.kinds.budget.sentence(credits),
    why: (request) => {
      const { spent = '0', limit = '0' } = known(request);
      return w.approvals.kinds.budget.why(formatDecimal(spent), formatDecimal(limit));
    },
    effect: () => 'credits',
    facts: (request) => {
      const { question } = known(request);
      return question
        ? [{ name: w.approvals.kinds.budget.facts.question, said: translateOrKeep(question), as: 'text' }]
        : [];
    },
    answers: (request) => {
      const { approve, approveAll, reject, never } = w.approvals.kinds.budget.does;
      const { needed, budget } = known(request);
      const needs = needed === undefined ? '' : ` ${w.approvals.kinds.budget.needs(formatDecimal(needed))}`;
      return { approve: (budget ? approveAll : approve) + needs, reject, without: never };
    },
    approveWith: (changes) => w.approvals.kinds.budget.approveWith(changes),
    deciders: (request, roles) =>
      known(request).budget ? w.approvals.projectRolesDecide(roles) : w.approvals.rolesDecide(roles),
    together: false,
    done: (answer, _, sentence) => w.approvals.kinds.budget.done[answer](sentence),
    isUnderWay: () => false,
    callSays: () => '',
  },
};

/** In what a request of this kind differs from all others. */
export const kindOf = ({ kind }: { readonly kind: Kind }): KindOf => KINDS[kind];

/** What is said of requests of this kind. */
export const wordsOf = ({ kind }: { readonly kind: Kind }) => w.approvals.kinds[kind];

/** The state of a request, in the words of its kind. */
export function sayStatus(kind: Kind, status: string): string {
  const own = w.approvals.kinds[kind].states as Readonly<Record<string, string>>;
  return own[status] ?? w.approvals.states[status as keyof typeof w.approvals.states] ?? status;
}

/** How a call ended, or how far it is. */
function callIn(call: Approval['call'], now: Readonly<Record<string, string>>): string {
  if (!call) return '';
  if (call.outcome) return sayOutcome(call.outcome);
  return now[call.status] ?? w.approvals.callStates[call.status as keyof typeof w.approvals.callStates] ?? call.status;
}

const sayOutcome = (outcome: string) => w.approvals.outcomes[outcome as keyof typeof w.approvals.outcomes] ?? outcome;

/** What is known of a call that broke off: when it left, what was seen of it, how often it left, and under which key. */
function confirmFacts(request: Approval): readonly OwnFact[] {
  const { facts, tries, question: explained } = w.approvals.kinds.confirm_effect;
  const { question, evidence, attempts, sent_at } = known(request);
  return [
    { name: facts.question, said: [...(question ? [translateOrKeep(question)] : []), explained].join(' '), as: 'text' },
    ...(sent_at ? [{ name: facts.sent, said: sent_at, as: 'time' as const }] : []),
    ...(evidence ? [{ name: facts.known, said: translateOrKeep(evidence), as: 'text' as const }] : []),
    ...(attempts === undefined ? [] : [{ name: facts.tries, said: tries(attempts), as: 'text' as const }]),
    ...(request.tool_call_id ? [{ name: facts.key, said: request.tool_call_id, as: 'id' as const }] : []),
  ];
}

/** What became of a call that broke off: what a yes or a no made of it, and never what another kind would have. */
function confirmedCall({ status, call }: Approval): string {
  const { receipt } = w.approvals.kinds.confirm_effect;
  if (!call) return '';
  if (status === 'expired') return receipt.unknown;
  if (status === 'cancelled') return call.outcome ? receipt.answered(sayOutcome(call.outcome)) : callIn(call, {});
  if (status === 'approved') return call.outcome ? receipt.recorded : receipt.recording;
  if (call.outcome) return receipt.again(sayOutcome(call.outcome));
  return call.status === 'waiting' ? receipt.asked : callIn(call, { ready: receipt.ready, running: receipt.running });
}
