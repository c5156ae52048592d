import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import type { S3Settings } from '../../platform/config/files.ts';
import { sha256 } from '../../platform/digest.ts';

/** Timeouts in milliseconds of an idle exchange and of connecting. */
const IDLE_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds before each retry after a server error or a lost connection. */
const RETRY_PAUSES_MS = [50, 250, 1000];

/** A request to an S3 service. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object. Default: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export type S3Response = Dispatcher.ResponseData;

/** Unexpected response of the object store. */
export class S3Error extends Error {
  readonly status: number;

  constructor(method: string, status: number, text: string) {
    const code = /<Code>([\w.]+)<\/Code>/.exec(text)?.[1] ?? 'no reason';
    super(`the object store responded to ${method} with status ${status} (${code})`);
    this.name = 'S3Error';
    this.status = status;
  }
}

/** Sends signed requests to one bucket. Path-style addresses work with every server; each body is signed. */
export class S3Requests {
  readonly #settings: S3Settings;
  // Connections are unlimited, because a slow reader holds one and must not block others.
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });
  /** Signing keys by day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /**
   * Sends an idempotent request with retries. Throws an {@link S3Error} for an unexpected status, or the connection
   * error.
   */
  async send(s3Request: S3Request, expected: readonly number[]): Promise<S3Response> {
    for (const wait of [...RETRY_PAUSES_MS, undefined]) {
      const response = await this.#try(s3Request).catch((error: Error) => error);
      if (!(response instanceof Error) && expected.includes(response.statusCode)) return response;
      const failure =
        response instanceof Error
          ? response
          : new S3Error(s3Request.method, response.statusCode, await response.body.text());
      const isFinal = failure instanceof S3Error && failure.status < 500 && failure.status !== 429;
      if (isFinal || wait === undefined) throw failure;
      await pause(wait);
    }
    throw new Error('unreachable');
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #try({ method, key, query, headers, body }: S3Request): Promise<S3Response> {
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

/** Whether the object, upload or bucket does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof S3Error && error.status === 404;
