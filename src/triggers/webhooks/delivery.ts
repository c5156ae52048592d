import type { IncomingHttpHeaders } from 'node:http';

/** A delivery to a webhook. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The raw body, read on demand. */
  bytes(): Promise<Buffer>;
}

/** Returns a header of a delivery. Repeated values are separated by commas. */
export function getHeader({ headers }: Pick<Delivery, 'headers'>, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
