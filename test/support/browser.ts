/** A response as a browser sees it. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Redirect address; undefined without one. */
  readonly location: string | undefined;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly attributes: string;
}

/**
 * A browser without scripts: stores cookies by path, sends the origin of its forms, and follows no redirects by itself.
 */
export class Browser {
  readonly origin: string;
  readonly #cookies = new Map<string, Cookie>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Returns its cookies with their attributes. */
  cookies(): ReadonlyMap<string, Cookie> {
    return this.#cookies;
  }

  async request(method: string, path: string, options: { body?: string; headers?: Record<string, string> } = {}) {
    const url = new URL(path, this.origin);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: this.#header(url.pathname), ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }

  get(path: string): Promise<PageAnswer> {
    return this.request('GET', path);
  }

  /** Sends JSON as a page of the product does. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const own = { 'content-type': 'application/json', origin: this.origin };
    return this.request('POST', path, { body: JSON.stringify(body), headers: { ...own, ...headers } });
  }

  /** Sends a form as the page does. */
  submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const own = { 'content-type': 'application/x-www-form-urlencoded', origin: this.origin };
    return this.request('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { ...own, ...headers },
    });
  }

  /** Follows redirects on the same site. Returns the first page, or the redirect to another site. */
  async follow(answer: PageAnswer): Promise<PageAnswer> {
    let current = answer;
    while (current.location !== undefined) {
      const next = new URL(current.location, this.origin);
      if (next.origin !== this.origin) return current;
      current = await this.get(next.href);
    }
    return current;
  }

  #header(path: string): string {
    const fitting = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return fitting.map(([name, cookie]) => `${name}=${cookie.value}`).join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...rest] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const attributes = rest.join('; ');
    const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? '/';
    const gone = /max-age=0(;|$)/i.test(attributes) || /expires=Thu, 01 Jan 1970/i.test(attributes);
    if (gone) this.#cookies.delete(name);
    else this.#cookies.set(name, { value: pair.slice(pair.indexOf('=') + 1), path, attributes });
  }
}
