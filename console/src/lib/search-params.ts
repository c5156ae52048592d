/** Parses the search params of a page, which are plain text so that users can read and type them. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a `validateSearch` that keeps the named params and drops all others. */
export function pickSearchParams<const N extends string>(...names: readonly N[]) {
  return (raw: Record<string, unknown>): { readonly [K in N]?: string } =>
    Object.fromEntries(names.flatMap((name) => (typeof raw[name] === 'string' ? [[name, raw[name]]] : []))) as {
      readonly [K in N]?: string;
    };
}
