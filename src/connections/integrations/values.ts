/** Arguments that no request can be made of; the message says to the model what is wrong. */
export class UnfitArguments extends Error {
  override readonly name = 'UnfitArguments';
}

/** An argument's value; undefined where it is not given. */
export function argument(args: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Whether a value can stand as a text. */
export function isPlain(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** A plain value as it stands in an address, a header or a form. */
export function textOf(value: string | number | bigint | boolean): string {
  return String(value);
}
