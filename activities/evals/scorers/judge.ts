import { createQuestion, DEFAULT_RUBRIC } from '../../../src/evals/judge/question.ts';
import { decideByMajority, requestVote, type Vote } from '../../../src/evals/judge/ruling.ts';
import { evalReasons } from '../../../src/evals/reasons.ts';
import type { JudgeConfig } from '../../../src/evals/scorers/judge.ts';
import type { ModelEntry } from '../../../src/platform/models/catalog.ts';
import { ModelCallError, type ModelRequest } from '../../../src/platform/models/gateway.ts';
import { payAndSettle } from '../../../src/usage/model-calls.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { getPayer, ScorerFailure, type ScorerImplementation, type ScoringEval } from './kind.ts';

/** Retries of a judge whose provider is busy. */
const RETRY = { maxFailures: 4, maxDelayMs: 10_000 };

/** Lets models judge the output by a rubric. */
export const judge: ScorerImplementation = {
  async score(ctx, { run, item, config }, signal) {
    const { rubric = DEFAULT_RUBRIC, not_worse: notWorse = true, judges } = config as JudgeConfig;
    const { input, expected, expectedOfReference, candidate } = item;
    const judged = {
      input,
      output: candidate.output,
      expected: expectedOfReference ? undefined : expected,
      other: expectedOfReference && notWorse ? expected : undefined,
    };
    const payer = { ...getPayer(run), exclusions: run.exclusions, left: null };
    const ask = (request: ModelRequest) =>
      payAndSettle(ctx, payer, request, (paid) => ctx.gateway.generate(paid, { signal }));
    const options = { notWorse, patience: { ...RETRY, signal } };
    const votes = findJudges(ctx, run, judges).map(async ({ name, model }): Promise<Vote> => {
      if (!model) return toFailedVote(name, 'this installation no longer has a model of this name');
      try {
        return await requestVote(ask, createQuestion(model, rubric, judged), options);
      } catch (error) {
        if (!(error instanceof ModelCallError || error instanceof CreditShortage)) throw error;
        return toFailedVote(model.name, error.message);
      }
    });
    const all = await Promise.all(votes);
    signal.throwIfAborted();
    const { verdict, score, reasoning, is_error } = decideByMajority(all);
    if (is_error) throw new ScorerFailure(reasoning);
    return { verdict, score, reasoning, reasons: [], ...(all.length > 1 && { detail: { votes: all } }) };
  },
};

const toFailedVote = (name: string, reasoning: string): Vote => ({
  judge: name,
  verdict: null,
  reasoning,
  is_error: true,
});

/** Returns the judge models, each once regardless of aliases. */
function findJudges(
  { models }: ActivityContext,
  { judge_model_id: usual }: ScoringEval,
  names: readonly string[] = usual === null ? [] : [usual],
): readonly { readonly name: string; readonly model: ModelEntry | undefined }[] {
  if (names.length === 0) throw new ScorerFailure(evalReasons.judge_missing);
  const found = names.map((name) => ({ name, model: models.find(name) }));
  return [...new Map(found.map((one) => [one.model?.id ?? one.name, one])).values()];
}
