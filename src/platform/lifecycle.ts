import type { Log } from './log.ts';

/** What an opener is given. */
export interface OpenContext<S> {
  /** Another service, opened now unless it is open already. */
  open<N extends keyof S>(name: N): Promise<S[N]>;
  /** Says how to close what was opened. To be called at once, so that what fails later leaves nothing open. */
  onClose(close: () => unknown): void;
}

/** How each service is opened. */
export type Openers<S> = { readonly [N in keyof S]: (opening: OpenContext<S>) => S[N] | Promise<S[N]> };

/**
 * Opens these services and those they need, each once. Disposing of them closes all in reverse order, and so does an
 * opener that fails; a service that can't be closed is logged, and the others are closed all the same.
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
          log.error({ err: error, service: name }, 'a service could not be closed');
        }
      });
    return openers[name]({ open, onClose });
  };
  const services: Partial<S> = {};
  for (const name of names) services[name] = await open(name);
  const resources = stack.move();
  return Object.assign(services as Pick<S, N>, { [Symbol.asyncDispose]: () => resources.disposeAsync() });
}
