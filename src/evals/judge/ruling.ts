import {
  CUT_OFF_PROBLEM,
  type ParsedResponse,
  type RetryOptions,
  requestFormatted,
} from '../../platform/models/formatted-response.ts';
import type { ModelRequest, ModelResponse } from '../../platform/models/gateway.ts';
import type { Verdict } from '../contract.ts';
import { type AnswerLabel, parseRuling, type Question, type Ruling } from './question.ts';

/** Vote of one judge. */
export interface Vote {
  /** Name of the model. */
  readonly judge: string;
  /** Null for no verdict. */
  readonly verdict: Verdict;
  readonly reasoning: string;
  readonly is_error: boolean;
}

/** Calls a judge. Exceptions are handled by the caller. */
type CallModel = (request: ModelRequest) => Promise<ModelResponse>;

/** Maximum characters of stored reasons. */
const MAX_REASONS_LENGTH = 2000;

/**
 * Asks a judge. An invalid ruling is returned to it once. A second invalid or a truncated one is an error. Failed calls
 * are retried as `patience` says. Throws what `ask` throws.
 */
export async function requestVote(
  callModel: CallModel,
  question: Question,
  { notWorse, patience }: { readonly notWorse: boolean; readonly patience?: RetryOptions },
): Promise<Vote> {
  const { request, label, answerCount: answers } = question;
  const judge = request.model.name;
  const formatted = await requestFormatted(callModel, request, (text) => toFormedRuling(text, answers), patience);
  if ('value' in formatted) return toVote(judge, formatted.value, label, notWorse);
  const hint = formatted.problem === CUT_OFF_PROBLEM ? '' : ', also after a correction';
  return { judge, verdict: null, reasoning: `gave no verdict${hint}: ${formatted.problem}`, is_error: true };
}

function toFormedRuling(text: string, answers: Question['answerCount']): ParsedResponse<Ruling> {
  const ruling = parseRuling(text, answers);
  return 'problem' in ruling ? ruling : { value: ruling };
}

/** Returns the vote: an output must pass, and must not be worse than another one, if that is required. */
function toVote(judge: string, ruling: Ruling, label: AnswerLabel, notWorse: boolean): Vote {
  const other: AnswerLabel = label === 'a' ? 'b' : 'a';
  const worse = notWorse && ruling.better === other;
  const verdict = ruling[label] === 'pass' && !worse ? 'pass' : 'fail';
  const isComparison = ruling.better !== undefined;
  const reasons = ruling.reasons.slice(0, MAX_REASONS_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD');
  const better = worse && ruling[label] === 'pass' ? 'passes, but the past output is better. ' : '';
  return {
    judge,
    verdict,
    reasoning: `${isComparison ? `(the candidate is "${label}") ` : ''}${better}${reasons}`,
    is_error: false,
  };
}

/** Decision of the majority of judges. */
export interface Decision {
  readonly verdict: Verdict;
  /** Share of passing verdicts among all verdicts. */
  readonly score: number | null;
  readonly reasoning: string;
  readonly is_error: boolean;
}

/** Counts votes. A tie fails. Without verdicts from more than half of the judges there is no verdict. */
export function decideByMajority(votes: readonly Vote[]): Decision {
  const [given, failed] = [votes.filter(({ is_error }) => !is_error), votes.filter(({ is_error }) => is_error)];
  const formatVotes = (all: readonly Vote[]) => all.map(({ judge, reasoning }) => `${judge}: ${reasoning}`).join('\n');
  if (given.length * 2 <= votes.length)
    return { verdict: null, score: null, reasoning: formatVotes(failed), is_error: true };
  const passed = given.filter(({ verdict }) => verdict === 'pass');
  const verdict = passed.length * 2 > given.length ? 'pass' : 'fail';
  const [only] = votes.length === 1 ? given : [];
  return {
    verdict,
    score: passed.length / given.length,
    reasoning: only ? only.reasoning : `${passed.length} of ${given.length} judges pass it\n${formatVotes(votes)}`,
    is_error: false,
  };
}
