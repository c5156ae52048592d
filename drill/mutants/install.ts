import { registerHooks } from 'node:module';
import { MUTATIONS, type MutationName, mutate } from './mutants.ts';

/** Makes this process load the mutated source of a file. */
export function installMutation(name: MutationName): void {
  const mutation = MUTATIONS[name];
  const target = new URL(`../../${mutation.file}`, import.meta.url).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== target) return loaded;
      return { ...loaded, source: mutate(String(loaded.source), mutation) };
    },
  });
}
