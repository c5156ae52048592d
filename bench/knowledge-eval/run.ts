/** `npm run knowledge:eval`: measures search quality on labeled sets. See README.md. */
import { parseArgs } from 'node:util';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import { type Asked, askAll } from './ask.ts';
import { askSet, askUnanswerable, type SetScores, type UnanswerableScores } from './ask-sets.ts';
import { evalDocuments } from './documents.ts';
import { type Ingested, ingest } from './ingest.ts';
import { askMultiHop, multiHopTable } from './multi-hop.ts';
import { type EvalProduct, openProduct } from './product.ts';
import { evalQuestions } from './questions.ts';
import { reportReading } from './reading/report.ts';
import { reportScans } from './reading/scan.ts';
import { shortcomings, tables } from './report.ts';
import { loadIncludedSets, loadPublicSets, type PublicSet, selectUnanswerable } from './sets.ts';
import { missedTargets, setTable, unanswerableTable } from './targets.ts';

const OPTIONS = {
  wrong: { type: 'boolean', default: false },
  sets: { type: 'string' },
  model: { type: 'string', default: 'demo' },
  'only-sets': { type: 'boolean', default: false },
  reading: { type: 'string' },
  'only-reading': { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const missed = values.reading === undefined ? [] : await reportReading(values.reading, values.wrong);
  if (!values['only-sets']) missed.push(...(await reportScans()));
  if (!values['only-reading']) missed.push(...(await reportSearch(values)));
  for (const line of missed) console.error(line);
  return missed.length === 0 ? 0 : 1;
}

interface SearchOptions {
  readonly wrong: boolean;
  readonly sets?: string;
  readonly model: string;
  readonly 'only-sets': boolean;
}

/** Measures search in a product of its own. Returns the missed targets. */
async function reportSearch(values: SearchOptions): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const product = await openProduct(opened);
  const { services, owner } = product;
  const model = services.models.find(values.model);
  if (model === undefined) throw new Error(`no model is named ${values.model}`);
  const documents = evalDocuments();
  console.log(`ingesting ${documents.length} documents with ${services.models.defaultEmbedding.name}`);
  const ingested = await ingest(services, owner, documents);
  console.log(`${ingested.chunks} chunks in ${(ingested.ms / 1000).toFixed(0)} s`);
  const missed = values['only-sets'] ? [] : await askOwnSet(product, ingested, values.wrong);
  const sets = [...loadIncludedSets(), ...(values.sets === undefined ? [] : loadPublicSets(values.sets))];
  missed.push(...(await askPublicSets(product, ingested, sets, model)));
  return missed;
}

/** Measures the set of this folder. Returns the missed targets. */
async function askOwnSet({ services, owner }: EvalProduct, ingested: Ingested, listsWrong: boolean): Promise<string[]> {
  const asked = await askAll(services, owner, ingested, evalQuestions());
  console.log(`\n${tables(asked)}\n`);
  if (listsWrong) listWrongQuestions(asked);
  const multiHop = await askMultiHop(services, owner, ingested);
  console.log(`${multiHopTable(multiHop)}\n`);
  const missed = shortcomings(asked);
  if (multiHop.iterative < multiHop.single) missed.push('iterative retrieval finds fewer facts than a single search');
  return missed;
}

function listWrongQuestions(asked: readonly Asked[]): void {
  for (const { question, scores, refused } of asked) {
    if (refused === (question.label !== undefined))
      console.log(`${refused ? 'wrongly refused' : 'not refused'}: ${question.id} ${question.ask}`);
    if (scores?.hybrid.recall === 0) console.log(`not found: ${question.id} ${question.ask}`);
  }
}

/** Measures public sets, and their questions about documents that do not answer them. Returns the missed targets. */
async function askPublicSets(
  { services, owner }: EvalProduct,
  others: Ingested,
  sets: readonly PublicSet[],
  model: ModelEntry,
): Promise<string[]> {
  const scores: SetScores[] = [];
  for (const set of sets) {
    const ingested = await ingest(services, owner, set.documents);
    scores.push(...(await askSet(services, owner, ingested, set)));
    console.log(`${set.name} done`);
  }
  const unanswerable: UnanswerableScores[] = [];
  for (const set of selectUnanswerable(sets))
    unanswerable.push(await askUnanswerable(services, owner, others, set, model));
  console.log(`\n${setTable(scores)}\n\n${unanswerableTable(unanswerable, model.name)}\n`);
  return missedTargets(scores, unanswerable);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
