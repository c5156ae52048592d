import { AsyncLocalStorage } from 'node:async_hooks';

/** Maximum number of runs above a run. Runs start runs as tools, and by requests to the API. */
export const MAX_CALL_DEPTH = 5;

/** Header of each outbound request of a run: the number of runs above a run that the request starts. */
export const DEPTH_HEADER = 'holdfast-depth';

const callDepth = new AsyncLocalStorage<number>();

/** Executes work of a run. Its outbound requests state the number of runs above a run that they start. */
export function runAtDepth<T>({ depth }: { readonly depth: number }, work: () => T): T {
  return callDepth.run(depth + 1, work);
}

/** Returns the depth header of an outbound request. Empty outside of a run. */
export function getDepthHeaders(): Readonly<Record<string, string>> {
  const depth = callDepth.getStore();
  return depth === undefined ? {} : { [DEPTH_HEADER]: String(depth) };
}

/** Parses the depth that a caller states. 0 for anything else than positive integers; the highest of several. */
export function parseDepth(stated: unknown): number {
  const depths = String(stated ?? '')
    .split(',')
    .map(Number);
  return Math.max(0, ...depths.filter(Number.isSafeInteger));
}
