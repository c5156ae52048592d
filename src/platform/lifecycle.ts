import type { Log } from './log.ts';

/** Context of an opener. */
export interface OpenContext<S> {
  /** Returns another service and opens it if needed. */
  open<N extends keyof S>(name: N): Promise<S[N]>;
  /** Registers a close function. Call it right after opening, so that a later failure closes the resource. */
  onClose(close: () => unknown): void;
}

/** Functions that open each service. */
export type Openers<S> = { readonly [N in keyof S]: (opening: OpenContext<S>) => S[N] | Promise<S[N]> };

/**
 * Opens the named services and their dependencies, each once. Disposal closes them in reverse order, also if an opener
 * fails. A failure to close is logged and does not stop the others.
 */
export async function openAll<S, N extends keyof S>(
  openers: Openers<S>,
  names: readonly N[],
  log: Log,
): Promise<Pick<S, N> & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const opened = new Map<keyof S, Promise<unknown>>();
  const open = <M extends keyof S>(name: M): Promise<S[M]> => {
    const opening = opened.get(name) ?? create(name);
    opened.set(name, opening);
    return opening as Promise<S[M]>;
  };
  const create = async (name: keyof S) => {
    const onClose = (close: () => unknown) =>
      stack.defer(async () => {
        try {
          await close();
        } catch (error) {
          log.error({ err: error, service: name }, 'could not close a service');
        }
      });
    return openers[name]({ open, onClose });
  };
  const services: Partial<S> = {};
  for (const name of names) services[name] = await open(name);
  const resources = stack.move();
  return Object.assign(services as Pick<S, N>, { [Symbol.asyncDispose]: () => resources.disposeAsync() });
}
