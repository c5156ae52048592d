import { Holdfast, ok } from '../client/index.ts';
import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { formatRate, type Row, type Target, toRatioRow } from './cells.ts';
import { median, type Pair, runConcurrently } from './measure.ts';
import type { Product } from './servers.ts';

const PROJECT = '/api/v1/org/{org_id}/project/{project_id}';
const TASK = `${PROJECT}/task/{task_id}` as const;

/** Cases per second. The baseline starts the same runs over HTTP. */
export interface EvalRate {
  readonly cases: number;
  readonly rates: Pair<number>;
}

/** Measures an eval and the same runs over HTTP alternately, with the same concurrency. */
export async function measureEvals(
  { baseUrl, owner }: Product,
  { cases, together, blocks }: { readonly cases: number; readonly together: number; readonly blocks: number },
): Promise<EvalRate> {
  const api = new Holdfast({ baseUrl, key: owner.apiKey, retries: 0 });
  const path = { org_id: owner.orgId, project_id: owner.projectId };
  const fields = { enabled: true, llm_model_id: 'scripted', system_prompt: 'Be brief.', user_prompt: 'Repeat {text}.' };
  const task = await ok(api.post(`${PROJECT}/task`, { params: { path }, body: { name: 'Evaluated', ...fields } }));
  const params = { path: { ...path, task_id: task.id } };
  const inputs = Array.from({ length: cases }, (_, n) => ({ text: `case ${n}` }));
  const given = inputs.map((task_input) => ({ task_input, expected: 'x' }));
  const set = await ok(
    api.post(`${TASK}/eval/set`, { params, body: { name: 'Bench', task_run_ids: [], cases: given } }),
  );
  const byHand = async () => {
    const rest = inputs.values();
    const began = performance.now();
    await runConcurrently(cases, together, async () => {
      const task_input = rest.next().value ?? {};
      await ok(api.post(`${TASK}/run`, { params, body: { task_input } }));
    });
    return (cases * 1000) / (performance.now() - began);
  };
  const byEval = async () => {
    const began = performance.now();
    const body = { eval_set_id: set.id, parallelism: together };
    const { id } = await ok(api.post(`${TASK}/eval/run`, { params, body }));
    for (;;) {
      const { results } = await ok(api.get(`${TASK}/eval/run`, { params }));
      const run = results.find((one) => one.id === id);
      if (run?.status === 'completed') return (cases * 1000) / (performance.now() - began);
      if (run?.status === 'failed') throw new Error(`the eval failed: ${run.error_message}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await byHand();
  const [baseline, holdfast]: [number[], number[]] = [[], []];
  for (let block = 0; block < blocks; block++) {
    baseline.push(await byHand());
    holdfast.push(await byEval());
  }
  return { cases, rates: { baseline: median(baseline), holdfast: median(holdfast) } };
}

const EVAL_TARGET: Target = { native: 0.8, pglite: 0.8, atLeast: true };

export function evalRow({ cases, rates }: EvalRate, database: DatabaseKind): Row {
  return toRatioRow(`(v) an eval of ${cases} cases`, { ...rates, format: formatRate, target: EVAL_TARGET, database });
}
