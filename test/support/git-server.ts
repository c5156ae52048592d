import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Credentials of a reader. */
interface Reader {
  readonly user: string;
  readonly password: string;
}

/** A repository that Git serves over HTTP. */
export class GitServer {
  readonly #root = mkdtempSync(join(tmpdir(), 'holdfast-git-'));
  readonly #reader: Reader;
  readonly #server = createServer((request, response) => this.#serve(request, response));
  #url = '';

  private constructor(reader: Reader) {
    this.#reader = reader;
  }

  static async open(reader: Reader): Promise<GitServer> {
    const server = new GitServer(reader);
    server.#git('init', '--quiet', '--initial-branch=main');
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.#url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/.git`;
    return server;
  }

  get url(): string {
    return this.#url;
  }

  /** Commits files; null deletes one. */
  commit(files: Readonly<Record<string, string | null>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      if (text === null) rmSync(join(this.#root, path));
      else writeFileSync(join(this.#root, path), text);
    }
    this.#commitAll();
  }

  /** Commits a symbolic link. */
  link(path: string, to: string): void {
    symlinkSync(to, join(this.#root, path));
    this.#commitAll();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    rmSync(this.#root, { recursive: true });
  }

  #commitAll(): void {
    this.#git('add', '--all');
    this.#git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Change');
  }

  #git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.#root, stdio: 'ignore' });
  }

  /** Passes a request to Git's CGI program. */
  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { user, password } = this.#reader;
    if (request.headers.authorization !== `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
      return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    const url = new URL(request.url ?? '/', 'http://git');
    const child = spawn('git', ['http-backend'], {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: this.#root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_USER: user,
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(child.stdin);
    child.stdin.on('error', () => undefined);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => answer(response, Buffer.concat(chunks)));
  }
}

/** Converts CGI output to a response. */
function answer(response: ServerResponse, written: Buffer): void {
  const end = written.indexOf('\r\n\r\n');
  const lines = written.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => [
    line.split(':', 1).join(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
  response.end(written.subarray(end + 4));
}
