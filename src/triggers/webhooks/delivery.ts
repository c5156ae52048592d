import type { IncomingHttpHeaders } from 'node:http';

/** What somebody sends to a webhook. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** Its body, as it came; read once it is asked for. */
  bytes(): Promise<Buffer>;
}

/** A header of a delivery; the values of one that came several times stand with commas between them. */
export function getHeader({ headers }: Pick<Delivery, 'headers'>, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
