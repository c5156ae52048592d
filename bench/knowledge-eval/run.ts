/** `npm run knowledge:eval`: measures search quality on a labeled set. See README.md. */
import { parseArgs } from 'node:util';
import { askAll } from './ask.ts';
import { askSet, type SetScores, setShortcomings, setTable } from './ask-sets.ts';
import { evalDocuments } from './documents.ts';
import { ingest } from './ingest.ts';
import { askMultiHop, multiHopTable } from './multi-hop.ts';
import { openProduct } from './product.ts';
import { evalQuestions } from './questions.ts';
import { shortcomings, tables } from './report.ts';
import { loadPublicSets } from './sets.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { wrong: { type: 'boolean', default: false }, sets: { type: 'string' } } });
  await using opened = new AsyncDisposableStack();
  const { services, owner } = await openProduct(opened);
  const documents = evalDocuments();
  console.log(`ingesting ${documents.length} documents with ${services.models.defaultEmbedding.name}`);
  const ingested = await ingest(services, owner, documents);
  console.log(`${ingested.chunks} chunks in ${(ingested.ms / 1000).toFixed(0)} s`);
  const asked = await askAll(services, owner, ingested, evalQuestions());
  console.log(`\n${tables(asked)}\n`);
  if (values.wrong) {
    for (const { question, scores, refused } of asked) {
      if (refused === (question.label !== undefined))
        console.log(`${refused ? 'wrongly refused' : 'not refused'}: ${question.id} ${question.ask}`);
      if (scores?.hybrid.recall === 0) console.log(`not found: ${question.id} ${question.ask}`);
    }
  }
  const multiHop = await askMultiHop(services, owner, ingested);
  console.log(`${multiHopTable(multiHop)}\n`);
  const sets: SetScores[] = [];
  for (const set of values.sets === undefined ? [] : loadPublicSets(values.sets)) {
    const loaded = await ingest(services, owner, set.documents);
    sets.push(await askSet(services, owner, loaded, set));
    console.log(`${set.name} done`);
  }
  if (sets.length > 0) console.log(`\n${setTable(sets)}\n`);
  const missed = [...shortcomings(asked), ...setShortcomings(sets)];
  if (multiHop.iterative < multiHop.single) missed.push('iterative retrieval finds fewer facts than a single search');
  for (const line of missed) console.error(line);
  return missed.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
