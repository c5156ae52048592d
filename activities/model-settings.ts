/** Text as Postgres can hold it: models now and then emit NUL characters and half surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** The same for every text inside a JSON value. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storableValue(item)]));
}
