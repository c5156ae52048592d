import { parentPort, workerData } from 'node:worker_threads';
import { getErrorMessage } from '../../error-message.ts';
import type { LocalModel, LocalModelSource, ThreadRequest, ThreadResponse } from './thread-messages.ts';

/** Openers by kind of model. Heavy packages are loaded on demand. */
const OPENERS: { readonly [K in LocalModelSource['kind']]: (source: LocalModelSource) => Promise<LocalModel> } = {
  builtin: async ({ maxTokens }) => (await import('./builtin-model.ts')).openBuiltinModel(maxTokens),
  folder: async ({ path, maxTokens }) => (await import('./folder-model.ts')).openFolderModel(path, maxTokens),
};

const source = workerData as LocalModelSource;
const modelPromise = OPENERS[source.kind](source);

parentPort?.on('message', async ({ id, texts, purpose }: ThreadRequest) => {
  const send = (response: ThreadResponse, transferList: ArrayBufferLike[] = []) =>
    parentPort?.postMessage(response, transferList as ArrayBuffer[]);
  try {
    const model = await modelPromise;
    try {
      const { numbers, tokens } = await model.embed(texts, purpose);
      send({ id, numbers, tokens }, [numbers.buffer]);
    } catch (error) {
      send({ id, error: getErrorMessage(error), isOpenFailure: false });
    }
  } catch (error) {
    send({ id, error: getErrorMessage(error), isOpenFailure: true });
  }
});
// Each request reports the error.
modelPromise.catch(() => undefined);
