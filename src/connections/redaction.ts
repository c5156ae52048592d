/** Minimum length. Shorter secrets would match unrelated text. */
const MIN_SECRET_LENGTH = 6;
const REPLACEMENT = '[removed]';

/** Returns the encodings in which a server may echo a secret. */
export function getSecretForms(secret: string): string[] {
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** Removes these secret forms from all texts of a value. */
export function redactSecrets<T>(value: T, forms: readonly string[]): T {
  return redact(value, forms) as T;
}

function redact(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return forms.reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), value);
  if (Array.isArray(value)) return value.map((item) => redact(item, forms));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name, forms), redact(item, forms)]));
}
