/** Yields batches of `next` until one is empty. */
export async function* iterateBatches<T>(next: () => Promise<T[]>): AsyncGenerator<T[]> {
  for (let batch = await next(); batch.length > 0; batch = await next()) yield batch;
}
