import { stringifyJson } from './json.ts';

/** Serializes a body: as a form if it contains a file, otherwise as JSON. */
export function serialize(body: unknown): FormData | string {
  return hasFile(body) ? formOf(body as Readonly<Record<string, unknown>>) : stringifyJson(body);
}

function hasFile(body: unknown): boolean {
  const values = body !== null && typeof body === 'object' ? Object.values(body).flat() : [];
  return values.some((value) => value instanceof Blob);
}

function formOf(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === undefined) continue;
      if (part instanceof Blob) form.append(name, part);
      else form.append(name, typeof part === 'string' ? part : stringifyJson(part));
    }
  }
  return form;
}
