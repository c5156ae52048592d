import { digestJson } from '../../platform/digest.ts';

/** Characters of an id, the distinguishing ones at its end aside. */
const LONGEST_ID = 100;

/** An operation as far as its id is made of it. */
export interface Named {
  readonly method: string;
  readonly path: string;
  readonly operationId: unknown;
}

/**
 * The ids of operations, in their order. An id only depends on the operation itself and on whether another wants the same,
 * never on the order: an operation that comes to a document must not get the id of one that was there before.
 */
export function idsOf(operations: readonly Named[]): string[] {
  const wanted = operations.map(wantedId);
  const times = new Map<string, number>();
  for (const id of wanted) times.set(id, (times.get(id) ?? 0) + 1);
  return wanted.map((id, index) => {
    const { method = '', path = '' } = operations[index] ?? {};
    const unique = times.get(id) === 1 && id.length <= LONGEST_ID;
    return unique ? id : `${id.slice(0, LONGEST_ID)}_${digestJson(`${method} ${path}`).slice(0, 8)}`;
  });
}

function wantedId({ method, path, operationId }: Named): string {
  const given = typeof operationId === 'string' ? plain(operationId) : '';
  return given || `${plain(method)}_${plain(path)}`.replace(/_$/, '');
}

/** Words in small letters with lines between: `listPets` and `List pets` are `list_pets`. */
function plain(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
