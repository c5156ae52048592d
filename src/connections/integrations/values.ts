/** Arguments that no request can be made of; the message says to the model what is wrong. */
export class InvalidArguments extends Error {
  override readonly name = 'UnfitArguments';
}

/** An argument's value; undefined where it is not given. */
export function getArgument(args: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Whether a value can stand as a text. */
export function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** A plain value as it stands in an address, a header or a form. */
export function toText(value: string | number | bigint | boolean): string {
  return String(value);
}
