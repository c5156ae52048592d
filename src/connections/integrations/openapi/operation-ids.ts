import { digestOf } from '../../../platform/digest.ts';

/** Characters of an id, the distinguishing ones at its end aside. */
const MAX_ID_LENGTH = 100;

/** An operation as far as its id is made of it. */
export interface OperationKey {
  readonly method: string;
  readonly path: string;
  readonly operationId: unknown;
}

/**
 * The ids of operations, in their order. An id only depends on the operation itself and on whether another wants the same,
 * never on the order: an operation that comes to a document must not get the id of one that was there before.
 */
export function createOperationIds(operations: readonly OperationKey[]): string[] {
  const preferred = operations.map(getPreferredId);
  const counts = new Map<string, number>();
  for (const id of preferred) counts.set(id, (counts.get(id) ?? 0) + 1);
  return preferred.map((id, index) => {
    const { method = '', path = '' } = operations[index] ?? {};
    const unique = counts.get(id) === 1 && id.length <= MAX_ID_LENGTH;
    return unique ? id : `${id.slice(0, MAX_ID_LENGTH)}_${digestOf(`${method} ${path}`).slice(0, 8)}`;
  });
}

function getPreferredId({ method, path, operationId }: OperationKey): string {
  const given = typeof operationId === 'string' ? toSnakeCase(operationId) : '';
  return given || `${toSnakeCase(method)}_${toSnakeCase(path)}`.replace(/_$/, '');
}

/** Words in small letters with lines between: `listPets` and `List pets` are `list_pets`. */
function toSnakeCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
