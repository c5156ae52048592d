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
