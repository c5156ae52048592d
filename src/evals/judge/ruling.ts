import {
  CUT_OFF_PROBLEM,
  type ParsedResponse,
  type RetryOptions,
  requestFormatted,
} from '../../platform/models/formatted-response.ts';
import type { ModelRequest, ModelResponse } from '../../platform/models/gateway.ts';
import type { Verdict } from '../contract.ts';
import { type AnswerLabel, parseRuling, type Question, type Ruling } from './question.ts';

/** What one judge said of an output. */
export interface Vote {
  /** Name of the model. */
  readonly judge: string;
  /** Null where it gave none. */
  readonly verdict: Verdict;
  readonly reasoning: string;
  readonly is_error: boolean;
}

/** Makes a call of a judge. What it throws is the caller's business. */
export type CallModel = (request: ModelRequest) => Promise<ModelResponse>;

/** Characters of reasons that are kept. */
const MAX_REASONS_LENGTH = 2000;

/**
 * Asks a judge. An answer that is no ruling is told to it once, and one that is none again is an error; so is one that is cut off.
 * Calls that fail are repeated as `patience` has it. Throws what `ask` throws.
 */
export async function requestVote(
  callModel: CallModel,
  question: Question,
  { notWorse, patience }: { readonly notWorse: boolean; readonly patience?: RetryOptions },
): Promise<Vote> {
  const { request, label: letter, answerCount: answers } = question;
  const judge = request.model.name;
  const formed = await requestFormatted(callModel, request, (text) => toFormedRuling(text, answers), patience);
  if ('value' in formed) return toVote(judge, formed.value, letter, notWorse);
  const told = formed.problem === CUT_OFF_PROBLEM ? '' : ', told once what was wrong';
  return { judge, verdict: null, reasoning: `gave no verdict${told}: ${formed.problem}`, is_error: true };
}

function toFormedRuling(text: string, answers: Question['answerCount']): ParsedResponse<Ruling> {
  const ruling = parseRuling(text, answers);
  return 'problem' in ruling ? ruling : { value: ruling };
}

/** An output passes by itself, and where it has to be as good as another one, when that is not better. */
function toVote(judge: string, ruling: Ruling, letter: AnswerLabel, notWorse: boolean): Vote {
  const other: AnswerLabel = letter === 'a' ? 'b' : 'a';
  const worse = notWorse && ruling.better === other;
  const verdict = ruling[letter] === 'pass' && !worse ? 'pass' : 'fail';
  const isComparison = ruling.better !== undefined;
  const reasons = ruling.reasons.slice(0, MAX_REASONS_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD');
  const better = worse && ruling[letter] === 'pass' ? 'passes, but the past output is better. ' : '';
  return {
    judge,
    verdict,
    reasoning: `${isComparison ? `(the candidate is "${letter}") ` : ''}${better}${reasons}`,
    is_error: false,
  };
}

/** What judges say together: what more than half of them say. */
export interface Decision {
  readonly verdict: Verdict;
  /** Share of the judges that passed it, of those that gave a verdict. */
  readonly score: number | null;
  readonly reasoning: string;
  readonly is_error: boolean;
}

/** Counts votes. An output on which as many say no as yes fails; where half of the judges or more gave no verdict, nobody can say. */
export function decideByMajority(votes: readonly Vote[]): Decision {
  const [given, failed] = [votes.filter(({ is_error }) => !is_error), votes.filter(({ is_error }) => is_error)];
  const told = (all: readonly Vote[]) => all.map(({ judge, reasoning }) => `${judge}: ${reasoning}`).join('\n');
  if (given.length * 2 <= votes.length) return { verdict: null, score: null, reasoning: told(failed), is_error: true };
  const passed = given.filter(({ verdict }) => verdict === 'pass');
  const verdict = passed.length * 2 > given.length ? 'pass' : 'fail';
  const [only] = votes.length === 1 ? given : [];
  return {
    verdict,
    score: passed.length / given.length,
    reasoning: only ? only.reasoning : `${passed.length} of ${given.length} judges pass it\n${told(votes)}`,
    is_error: false,
  };
}
