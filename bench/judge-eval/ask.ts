import { createQuestion, DEFAULT_RUBRIC } from '../../src/evals/judge/question.ts';
import { type Decision, decideByMajority, requestVote, type Vote } from '../../src/evals/judge/ruling.ts';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import { ModelCallError, type ModelGateway } from '../../src/platform/models/gateway.ts';
import type { LabelledCase } from './cases.ts';

/** A case with the votes and the decision of the judges. */
export interface JudgedCase {
  readonly of: LabelledCase;
  readonly decision: Decision;
}

/** Number of cases in parallel. */
const AT_ONCE = 4;

/** Asks all judges about all cases. */
export async function judgeAll(
  gateway: ModelGateway,
  judges: readonly ModelEntry[],
  cases: readonly LabelledCase[],
): Promise<JudgedCase[]> {
  const judged = new Map<LabelledCase, Decision>();
  const queue = cases.values();
  const lane = async () => {
    for (const one of queue) {
      const votes = await Promise.all(judges.map((model) => vote(gateway, model, one)));
      judged.set(one, decideByMajority(votes));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return cases.flatMap((of) => {
    const decision = judged.get(of);
    return decision ? [{ of, decision }] : [];
  });
}

async function vote(
  gateway: ModelGateway,
  model: ModelEntry,
  { rubric = DEFAULT_RUBRIC, ...judged }: LabelledCase,
): Promise<Vote> {
  const { signal } = new AbortController();
  try {
    return await requestVote(
      (request) => gateway.generate(request, { signal }),
      createQuestion(model, rubric, judged),
      {
        notWorse: true,
      },
    );
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    return { judge: model.name, verdict: null, reasoning: error.message, is_error: true };
  }
}
