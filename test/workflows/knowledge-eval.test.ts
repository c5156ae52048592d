import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { askAll } from '../../bench/knowledge-eval/ask.ts';
import { evalDocuments } from '../../bench/knowledge-eval/documents.ts';
import { ingest } from '../../bench/knowledge-eval/ingest.ts';
import { evalQuestions } from '../../bench/knowledge-eval/questions.ts';
import { tables } from '../../bench/knowledge-eval/report.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openServices } from '../../src/services.ts';
import { openWorld, type World } from '../support/client.ts';
import { toEnvironment } from '../support/stack.ts';

let world: World;
let services: Awaited<ReturnType<typeof openServicesOfEval>>;
const openServicesOfEval = () =>
  openServices(
    'command',
    ['db', 'blobs', 'temporal', 'log', 'config', 'models', 'embeddings', 'reranking'],
    loadConfig(toEnvironment(world.stack)),
  );

beforeAll(async () => {
  world = openWorld();
  vi.stubEnv('TEST_MODEL_KEY', toEnvironment(world.stack).TEST_MODEL_KEY);
  services = await openServicesOfEval();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await services[Symbol.asyncDispose]();
  await world.close();
});

it('the knowledge eval asks its labelled questions of uploaded documents', async () => {
  const tenant = await world.tenant();
  const documents = evalDocuments().filter(({ key }) => key === 'declaration-en');
  const ingested = await ingest(services, tenant, documents);
  expect(ingested.chunks).toBeGreaterThanOrEqual(30);
  const asks = [
    'Does the declaration forbid slavery?',
    'Is there a right to join trade unions?',
    'Kubernetes ingress controller timeout',
  ];
  const questions = evalQuestions().filter(({ ask }) => asks.includes(ask));
  const asked = await askAll(services, tenant, ingested, questions);
  // The scripted model's vectors do not measure ranking quality or relevance.
  expect(asked.map(({ question, scores }) => [question.kind, scores?.text.recall])).toEqual([
    ['plain', 1],
    ['plain', 1],
    ['none', undefined],
  ]);
  expect(tables(asked)).toMatch(/\| plain \| 2 \| .*\n\n.*\n.*\n(.*\n)*\| all \| 3 \| /);
});
