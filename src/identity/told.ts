import { AsyncLocalStorage } from 'node:async_hooks';

/** The user whom a piece of work turned out to be about. */
interface Told {
  userId: string | undefined;
}

const told = new AsyncLocalStorage<Told>();

/** Tells whoever began the work which user it changed: the library's own answers do not say. */
export function tellUser(id: string): void {
  const box = told.getStore();
  if (box) box.userId = id;
}

/** Does a piece of work and answers also which user it changed; undefined where it changed none. */
export async function withUserTold<T>(work: () => Promise<T>): Promise<{ answer: T; userId: string | undefined }> {
  const box: Told = { userId: undefined };
  const answer = await told.run(box, work);
  return { answer, userId: box.userId };
}
