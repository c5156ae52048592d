import { parentPort, workerData } from 'node:worker_threads';
import type { LocalModel, LocalModelSource, ThreadAnswer, ThreadRequest } from './thread-messages.ts';

/** How each kind of model is opened; what is heavy is loaded with it. */
const OPENERS: { readonly [K in LocalModelSource['kind']]: (source: LocalModelSource) => Promise<LocalModel> } = {
  builtin: async ({ most }) => (await import('./builtin-model.ts')).openBuiltin(most),
  folder: async ({ path, most }) => (await import('./folder-model.ts')).openFolder(path, most),
};

const source = workerData as LocalModelSource;
const opening = OPENERS[source.kind](source);

parentPort?.on('message', async ({ id, texts }: ThreadRequest) => {
  const tell = (answer: ThreadAnswer, transferred: ArrayBufferLike[] = []) =>
    parentPort?.postMessage(answer, transferred as ArrayBuffer[]);
  try {
    const model = await opening;
    try {
      const { numbers, tokens } = await model.embed(texts);
      tell({ id, numbers, tokens }, [numbers.buffer]);
    } catch (error) {
      tell({ id, error: messageOf(error), unopened: false });
    }
  } catch (error) {
    tell({ id, error: messageOf(error), unopened: true });
  }
});
// Each request is told of it.
opening.catch(() => undefined);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
