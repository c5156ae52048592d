import type { Log } from './log.ts';

/** What an opener is given. */
export interface Opening<S> {
  /** Another service, opened now unless it is open already. */
  need<N extends keyof S>(name: N): Promise<S[N]>;
  /** Says how to close what was opened. To be called at once, so that what fails later leaves nothing open. */
  closing(close: () => unknown): void;
}

/** How each service is opened. */
export type Openers<S> = { readonly [N in keyof S]: (opening: Opening<S>) => S[N] | Promise<S[N]> };

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
  const known = new Map<keyof S, Promise<unknown>>();
  const need = <M extends keyof S>(name: M): Promise<S[M]> => {
    const opening = known.get(name) ?? open(name);
    known.set(name, opening);
    return opening as Promise<S[M]>;
  };
  const open = async (name: keyof S) => {
    const closing = (close: () => unknown) =>
      stack.defer(async () => {
        try {
          await close();
        } catch (error) {
          log.error({ err: error, service: name }, 'a service could not be closed');
        }
      });
    return openers[name]({ need, closing });
  };
  const services: Partial<S> = {};
  for (const name of names) services[name] = await need(name);
  const kept = stack.move();
  return Object.assign(services as Pick<S, N>, { [Symbol.asyncDispose]: () => kept.disposeAsync() });
}
