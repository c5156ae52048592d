import { Holdfast, ok, PROJECT, type Schemas } from '../client/index.ts';
import { pdf } from '../test/support/pdf.ts';
import { PAGE_DELAY_MS, SEARCH_DELAY_MS } from './constants.ts';
import { type Job, measureInterleaved, type Pair, type Times } from './measure.ts';
import type { CommonServers, Product } from './servers.ts';

type Item = NonNullable<Schemas['TaskCreate']['input_processors']>[number];

/** One processor of each kind, for the variable of the same name. */
const PROCESSORS = {
  page: { param_name: 'page', input_processor: 'url_fetcher' },
  found: { param_name: 'found', input_processor: 'web_search' },
  document: { param_name: 'document', input_processor: 'document_content_extractor' },
} as const satisfies Record<string, Item>;
type Processor = keyof typeof PROCESSORS;
const NAMES = Object.keys(PROCESSORS) as Processor[];
const DOCUMENT = 'note.pdf';
/** Few runs, because processors take long. */
const MEASURED_RUNS = 10;
const WARM_UP_RUNS = 2;

/** Times of a task run without processors, with each one, and with all. */
export type ProcessorCost = Readonly<Record<'plain' | Processor | 'together', Times>>;

/** Measures runs without processors and with processors alternately. */
export async function measureProcessors(product: Product, common: CommonServers): Promise<ProcessorCost> {
  const job = createJobs(product, common);
  return measureInterleaved(
    {
      plain: await job('Plain', []),
      page: await job('With a page', ['page']),
      found: await job('With a search', ['found']),
      document: await job('With a document', ['document']),
      together: await job('With all', NAMES),
    },
    WARM_UP_RUNS,
    MEASURED_RUNS,
  );
}

/** Creates tasks that process some of their variables. The others stay in the prompt unchanged. */
function createJobs(product: Product, { webUrl }: CommonServers) {
  const { orgId, projectId, apiKey } = product.owner;
  const api = new Holdfast({ baseUrl: product.baseUrl, key: apiKey, retries: 0 });
  const path = { org_id: orgId, project_id: projectId };
  const task_input = { page: `${webUrl}/page`, found: 'durable runs', document: DOCUMENT };
  const content = pdf([[{ text: 'A page of a document.' }], [{ text: 'Another one.' }]]).toString('base64');
  const file = { name: DOCUMENT, media_type: 'application/pdf', content };
  return async (name: string, prepared: readonly Processor[]): Promise<Job> => {
    const body = {
      name,
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: NAMES.map((one) => `{${one}}`).join('\n'),
      input_processors: prepared.map((one) => PROCESSORS[one]),
    };
    const { id } = await ok(api.post(`${PROJECT}/task`, { params: { path }, body }));
    const task_files = prepared.includes('document') ? [file] : [];
    return async () => {
      const params = { path: { ...path, task_id: id } };
      const { status } = await ok(
        api.post(`${PROJECT}/task/{task_id}/run`, { params, body: { task_input, task_files } }),
      );
      if (status !== 'completed') throw new Error(`a run of "${name}" is ${status}`);
    };
  };
}

/** Maximum overhead of all processors together, relative to the slowest one. */
const MAX_RATIO = 1.2;

/** Returns the results as rows. The baseline is the run with the slowest processor alone. */
export function processorRows(cost: ProcessorCost) {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const added = (name: Processor | 'together') => cost[name].p50 - cost.plain.p50;
  const slowest = NAMES.reduce((one, other) => (added(other) > added(one) ? other : one));
  const { baseline, holdfast }: Pair<number> = { baseline: added(slowest), holdfast: added('together') };
  const apart = `a page of ${PAGE_DELAY_MS} ms ${ms(added('page'))}, a search of ${SEARCH_DELAY_MS} ms ${ms(added('found'))}, a PDF ${ms(added('document'))}`;
  return [
    [
      '(p) what three processors add to a run, and the slowest alone, p50',
      ms(baseline),
      ms(holdfast),
      (holdfast / baseline).toFixed(2),
      `${holdfast / baseline <= MAX_RATIO ? 'ok' : 'MISSED'} ≤ ${MAX_RATIO}`,
    ] as const,
    [`(p) each alone: ${apart}`, '', '', '', ''] as const,
  ];
}
