import type { EmbeddingEntry } from '../catalog.ts';
import { ModelCallError } from '../errors.ts';

/** Normalizes a provider's vectors to unit length. Throws ModelCallError if they contradict the entry. */
export function toUnitVectors(
  vectors: readonly ArrayLike<number>[],
  count: number,
  model: EmbeddingEntry,
): Float32Array[] {
  if (vectors.length !== count)
    throw new ModelCallError('invalid_answer', `${model.name} answered ${vectors.length} vectors for ${count} texts.`);
  return vectors.map((vector) => {
    // Not retryable: the entry is wrong.
    if (vector.length !== model.dimension)
      throw new ModelCallError('rejected', formatDimensionError(model, vector.length));
    return toUnitVector(vector, model);
  });
}

function formatDimensionError({ name, dimension }: EmbeddingEntry, length: number): string {
  return `${name} answered a vector of ${length} numbers; its entry says ${dimension}.`;
}

function toUnitVector(vector: ArrayLike<number>, { name }: EmbeddingEntry): Float32Array {
  const numbers = Float64Array.from(vector);
  const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0));
  if (length > 0 && Number.isFinite(length)) return Float32Array.from(numbers, (value) => value / length);
  throw new ModelCallError('invalid_answer', `${name} answered a vector without a direction.`);
}
