/** Parameters of an authorization request. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** Serializes an authorization request for a path. Nothing else stores it before sign-in. */
export function serializeRequest(params: RequestParams): string {
  return Buffer.from(toQuery(params)).toString('base64url');
}

/** Parses an authorization request from a path. The OAuth server validates the parameters again. */
export function parseRequest(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8')));
}

/** Converts parameters to a query string. */
export function toQuery(params: RequestParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
