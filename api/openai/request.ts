import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { RequestedFormat } from './formats.ts';
import type { Message } from './messages.ts';
import type { RunnableModel } from './models.ts';
import type { RequestedSettings } from './settings.ts';

/** Request for a response, in the form that all operations share. */
export interface ResponseRequest {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly model: RunnableModel;
  /** Name of the parameter with the conversation. */
  readonly param: string;
  /** Whole conversation, for a run that continues no session. */
  readonly messages: readonly Message[];
  /** Digest of the conversation. */
  readonly digest: Buffer;
  readonly stream: boolean;
  /** Whether clients can read the response by its ID. */
  readonly stored: boolean;
  /** ID of the end user. */
  readonly user: string | undefined;
  readonly settings: RequestedSettings;
  readonly format: RequestedFormat;
  /** Parameters that the response repeats. */
  readonly echo: Readonly<Record<string, unknown>>;
  /** Input items that a stored response lists. */
  readonly items?: readonly Record<string, unknown>[];
}
