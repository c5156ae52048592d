/** Shorter secrets would be found in what has nothing to do with them. */
const MIN_SECRET_LENGTH = 6;
const REPLACEMENT = '[removed]';

/** The forms in which a secret may come back. */
export function getSecretForms(secret: string): string[] {
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** A value as it may be told, where it came from somebody who was shown secrets: none of these forms is in its texts. */
export function redactSecrets<T>(value: T, forms: readonly string[]): T {
  return redact(value, forms) as T;
}

function redact(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return forms.reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), value);
  if (Array.isArray(value)) return value.map((item) => redact(item, forms));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name, forms), redact(item, forms)]));
}
