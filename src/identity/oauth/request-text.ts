/** The parameters of a request for authorization. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** A request for authorization as part of a path: it is kept nowhere else while nobody has signed in. */
export function serializeRequest(params: RequestParams): string {
  return Buffer.from(toQuery(params)).toString('base64url');
}

/** The parameters in such a part of a path; made up or not, the OAuth server looks at them anew. */
export function parseRequest(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8')));
}

/** The parameters as a query. */
export function toQuery(params: RequestParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
