import { isRecord } from '../../src/platform/json-schema.ts';

/** A location in a body. */
export type Path = readonly (string | number)[];
type Body = Readonly<Record<string, unknown>>;

/** Maximum number of validations. Each removes at least one level around a problem. */
const MAX_VALIDATIONS = 10;

/**
 * A copy of a body without the smallest parts that make it invalid: the items and properties that problems are about,
 * or what requires them. Fields that the original lacks stay missing.
 */
export class ValidParts {
  /** Paths of the original that the copy lacks. */
  readonly removed: Path[] = [];
  /** Original indexes of the items of shortened arrays. */
  readonly #indexes = new WeakMap<object, readonly number[]>();
  #body: Body;

  private constructor(body: Body) {
    this.#body = structuredClone(body);
  }

  /** Returns undefined if the rest stays invalid. `findProblems` returns the locations of problems. */
  static extract(body: Body, findProblems: (body: object) => readonly Path[]): ValidParts | undefined {
    const parts = new ValidParts(body);
    for (let validations = 0; validations < MAX_VALIDATIONS; validations++) {
      const paths = findProblems(parts.#body).map((path) => parts.#trimToExisting(path));
      if (paths.every((path) => path.length === 0)) return parts;
      parts.#remove(paths);
    }
    return undefined;
  }

  get body(): Body {
    return this.#body;
  }

  /** Converts a path of the copy to the path of the original, where items can have other indexes. */
  toOriginal(path: Path): Path {
    let parent: unknown = this.#body;
    return path.map((key) => {
      const original = this.#toOriginalKey(parent, key);
      parent = isContainer(parent) ? Reflect.get(parent, key) : undefined;
      return original;
    });
  }

  #toOriginalKey(parent: unknown, key: string | number): string | number {
    const indexes = isContainer(parent) ? this.#indexes.get(parent) : undefined;
    return indexes?.[Number(key)] ?? key;
  }

  #trimToExisting(path: Path): Path {
    let value: unknown = this.#body;
    const missing = path.findIndex((key) => {
      const isMissing = !isContainer(value) || !Object.hasOwn(value, key);
      value = isMissing ? undefined : Reflect.get(Object(value), key);
      return isMissing;
    });
    return missing < 0 ? path : path.slice(0, missing);
  }

  #remove(paths: readonly Path[]): void {
    const targets = new Set(paths.filter((path) => path.length > 0).map((path) => JSON.stringify(path)));
    this.#body = (this.#copyWithout(this.#body, targets, [], []) ?? {}) as Body;
  }

  /** Returns undefined for a target, and for a container that loses everything. */
  #copyWithout(value: unknown, targets: ReadonlySet<string>, path: Path, original: Path): unknown {
    if (targets.has(JSON.stringify(path))) {
      this.removed.push(original);
      return undefined;
    }
    if (!isContainer(value)) return value;
    const keys: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    const kept = keys.flatMap((key) => {
      const inner = [...original, this.#toOriginalKey(value, key)];
      const copy = this.#copyWithout(Reflect.get(value, key), targets, [...path, key], inner);
      return copy === undefined ? [] : [[key, copy] as const];
    });
    if (kept.length === 0 && keys.length > 0) return undefined;
    if (!Array.isArray(value)) return Object.fromEntries(kept);
    const copies = kept.map(([, copy]) => copy);
    this.#indexes.set(
      copies,
      kept.map(([key]) => Number(this.#toOriginalKey(value, key))),
    );
    return copies;
  }
}

function isContainer(value: unknown): value is object {
  return isRecord(value) || Array.isArray(value);
}
