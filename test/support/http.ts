import { Agent } from 'undici';

/** An answer as it came. */
export interface PlainAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Hear every plain answer that comes to this process. */
export const ears = new Set<(answer: PlainAnswer) => void>();

const agent = new Agent();

/**
 * Sends a request and reads the answer whole, as `fetch` would without a browser's part in it: no redirects, no decoding. The
 * walks send tens of thousands, at a fifth of what `fetch` costs.
 */
export async function sendPlain(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array | null,
): Promise<PlainAnswer> {
  // Written as a URL writes it: an odd path goes out as `fetch` would send it.
  const { origin, pathname, search } = new URL(url);
  const answer = await agent.request({ origin, path: pathname + search, method: method as 'GET', headers, body });
  const text = await answer.body.text();
  let read: Headers | undefined;
  const whole = {
    url,
    status: answer.statusCode,
    get headers() {
      read ??= headersOf(answer.headers);
      return read;
    },
    text,
  };
  for (const hear of ears) hear(whole);
  return whole;
}

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const read = new Headers();
  for (const [name, values = []] of Object.entries(raw)) for (const value of [values].flat()) read.append(name, value);
  return read;
}
