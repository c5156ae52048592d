import { Agent } from 'undici';

/** A raw response. */
export interface PlainResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Called with every plain response in this process. */
export const responseListeners = new Set<(answer: PlainResponse) => void>();

const agent = new Agent();

/**
 * Sends a request and reads the complete response, without redirects and decoding. It costs a fifth of `fetch`, and
 * walks send tens of thousands.
 */
export async function sendPlain(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array | null,
): Promise<PlainResponse> {
  // Normalizes the path as `fetch` does.
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
  for (const hear of responseListeners) hear(whole);
  return whole;
}

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const read = new Headers();
  for (const [name, values = []] of Object.entries(raw)) for (const value of [values].flat()) read.append(name, value);
  return read;
}
