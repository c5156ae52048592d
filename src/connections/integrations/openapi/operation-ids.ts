import { digestJson } from '../../../platform/digest.ts';

/** Maximum characters of an ID without its hash. */
const MAX_ID_LENGTH = 100;

/** The parts of an operation that determine its ID. */
interface OperationKey {
  readonly method: string;
  readonly path: string;
  readonly operationId: unknown;
}

/**
 * Creates the IDs of operations, in order. An ID depends only on the operation and on conflicts, not on the order, so
 * that a new operation never gets an existing ID.
 */
export function createOperationIds(operations: readonly OperationKey[]): string[] {
  const preferred = operations.map(getPreferredId);
  const counts = new Map<string, number>();
  for (const id of preferred) counts.set(id, (counts.get(id) ?? 0) + 1);
  return preferred.map((id, index) => {
    const { method = '', path = '' } = operations[index] ?? {};
    const unique = counts.get(id) === 1 && id.length <= MAX_ID_LENGTH;
    return unique ? id : `${id.slice(0, MAX_ID_LENGTH)}_${digestJson(`${method} ${path}`).slice(0, 8)}`;
  });
}

function getPreferredId({ method, path, operationId }: OperationKey): string {
  const given = typeof operationId === 'string' ? toSnakeCase(operationId) : '';
  return given || `${toSnakeCase(method)}_${toSnakeCase(path)}`.replace(/_$/, '');
}

/** Converts `listPets` and `List pets` to `list_pets`. */
function toSnakeCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
