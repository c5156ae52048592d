/** Shorter secrets would be found in what has nothing to do with them. */
const SHORTEST_SECRET = 6;
const INSTEAD = '[removed]';

/** The forms in which a secret may come back. */
export function formsOf(secret: string): string[] {
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

/** A value as it may be told, where it came from somebody who was shown secrets: none of these forms is in its texts. */
export function withoutSecrets<T>(value: T, forms: readonly string[]): T {
  return cleaned(value, forms) as T;
}

function cleaned(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return forms.reduce((rest, form) => rest.replaceAll(form, INSTEAD), value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, forms));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [cleaned(name, forms), cleaned(item, forms)]));
}
