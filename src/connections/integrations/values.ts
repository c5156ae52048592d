/** Arguments that make no valid request. The message is for the model. */
export class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments';
}

/** Returns the value of an argument. Undefined if missing. */
export function getArgument(args: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Whether a value is a scalar. */
export function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** Serializes a scalar for a URL, header or form. */
export function toText(value: string | number | bigint | boolean): string {
  return String(value);
}

/** Returns the value at a path of member names. Undefined if missing. */
export function getMember(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
