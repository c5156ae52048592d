import { parentPort, workerData } from 'node:worker_threads';
import type { LocalModel, LocalModelSource, ThreadAnswer, ThreadRequest } from './thread-messages.ts';

/** How each kind of model is opened; what is heavy is loaded with it. */
const OPENERS: { readonly [K in LocalModelSource['kind']]: (source: LocalModelSource) => Promise<LocalModel> } = {
  builtin: async ({ most }) => (await import('./builtin-model.ts')).openBuiltin(most),
};

const source = workerData as LocalModelSource;
const opening = OPENERS[source.kind](source);
// Every request tells it.
opening.catch(() => undefined);

parentPort?.on('message', async ({ id, texts }: ThreadRequest) => {
  try {
    const { numbers, tokens } = await (await opening).embed(texts);
    const answer: ThreadAnswer = { id, numbers, tokens };
    parentPort?.postMessage(answer, [numbers.buffer as ArrayBuffer]);
  } catch (error) {
    const answer: ThreadAnswer = { id, error: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
});
