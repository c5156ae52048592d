import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import type { S3Settings } from '../../platform/config/files.ts';
import { sha256 } from '../../platform/digest.ts';
import { fileErrors } from '../errors.ts';

/** Milliseconds of silence after which an exchange is given up, and for a connection to open. */
const SILENCE_MS = 30_000;
const CONNECT_MS = 10_000;
/** Milliseconds before each further try of what was answered with a fault of the server or not at all. */
const PAUSES_MS = [50, 250, 1000];

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object; the bucket itself when left out. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export type S3Answer = Dispatcher.ResponseData;

/** What a server answered that it should not have. */
export class S3Refusal extends Error {
  readonly status: number;

  constructor(method: string, status: number, text: string) {
    const code = /<Code>([\w.]+)<\/Code>/.exec(text)?.[1] ?? 'no reason';
    super(`the object store answered ${method} with ${status} (${code})`);
    this.name = 'S3Refusal';
    this.status = status;
  }
}

/** Sends signed requests to one bucket, by path so that any server will do; every body is signed with its digest. */
export class S3Requests {
  readonly #settings: S3Settings;
  // As many connections as there are downloads: a slow reader holds one, and nobody else may wait for it.
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });
  /** Signing keys, one a day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /**
   * Sends a request until it is answered, each of which may be repeated. An answer with a status that is not `expected` is
   * read and thrown as an {@link S3Refusal}; no answer at all as what the connection says.
   */
  async send(what: S3Request, expected: readonly number[]): Promise<S3Answer> {
    for (const wait of [...PAUSES_MS, undefined]) {
      const answer = await this.#try(what).catch((error: Error) => error);
      if (!(answer instanceof Error) && expected.includes(answer.statusCode)) return answer;
      const refusal =
        answer instanceof Error ? answer : new S3Refusal(what.method, answer.statusCode, await answer.body.text());
      const final = refusal instanceof S3Refusal && refusal.status < 500 && refusal.status !== 429;
      if (final || wait === undefined) throw refusal;
      await pause(wait);
    }
    throw new Error('unreachable');
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #try({ method, key, query, headers, body }: S3Request): Promise<S3Answer> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    const path = key === undefined ? bucket : `${bucket}/${prefix}${key}`;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${path}?${new URLSearchParams(query)}`,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '').toString('hex') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      sessionToken,
      cache: this.#keys,
    });
    const signed = await signer.sign();
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      dispatcher: this.#agent,
    });
  }
}

/** Whether the server says that the object, the upload or the bucket is not there. */
export const isMissing = (error: unknown): boolean => error instanceof S3Refusal && error.status === 404;

/** What `work` answers; what the object store refuses or does not answer is a 503. */
export async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileErrors.fileStoreUnavailable(error);
  }
}
