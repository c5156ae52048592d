import type { FastifyRequest } from 'fastify';
import * as documents from '../../src/knowledge/documents/queries.ts';
import { startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { retryDocument } from '../../src/knowledge/ingestion/again.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { pauseIngestion, resumeIngestion, wakeIngestions } from '../../src/knowledge/ingestion/steer.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { tieKeyToRun } from '../../src/platform/idempotency.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { CANCELS, cancelRun } from '../runs/cancel.ts';
import { Document, documentRecord } from './document-schemas.ts';

const ONE = '/org/{org_id}/project/{project_id}/document/{document_id}';
const STEERS = { tag: 'Documents', auth: { permission: 'document:edit' } } as const;

/** A request about the ingestion of a document. */
interface Steering {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly parents: { readonly document_id: documents.DocumentRow };
  readonly change: Change;
}

const retry = operation(
  {
    ...STEERS,
    id: 'document.retry',
    method: 'POST',
    path: `${ONE}/retry`,
    summary: 'Take a document in again that failed or was stopped, from where it came to',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 402: START_ERRORS, 409: ['DOCUMENT_NOT_FAILED'] } },
    audit: { event: 'document.retried' },
  },
  async ({ ctx, caller, request, parents, change }) => {
    const { id, title } = parents.document_id;
    const { orgId, projectId, subject } = caller;
    if (request.earlierRun !== undefined) {
      change.none();
      return documentRecord(parents.document_id);
    }
    assertCanStart(await findAccount(ctx.db, caller), ctx.config);
    const ingestionId = await change(async (trx) => {
      const made = await retryDocument(trx, { orgId, projectId, by: subject, triggerType: 'api' }, id);
      if (request.idempotency !== undefined) await tieKeyToRun(trx, request.idempotency.owner, made);
      return { result: made, audited: noteOf(id, title, { ingestion_id: made }) };
    });
    await startIngestions(ctx, orgId, [ingestionId]);
    return readAgain(ctx, parents.document_id);
  },
);

const cancel = operation(
  {
    ...STEERS,
    id: 'document.cancel',
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'Stop taking a document in',
    description: 'Answers when it has stopped; 409 RUN_ENDED where it had ended before. A retry goes on from there.',
    request: CANCELS.request,
    response: { errors: CANCELS.errors, schemas: { 200: Document, 202: Document } },
    audit: { event: 'document.cancelled' },
  },
  async ({ ctx, parents, request, reply, change }) => {
    const { id, project_id, ingestion_id, restarts, status } = parents.document_id;
    const run = { ...parents.document_id, id: ingestion_id, restarts, status };
    const read = () => documents.findDocument(ctx.db, project_id, id);
    const row = await cancelRun({
      ctx,
      kind: ingestionKind,
      run,
      labels: { document_id: id },
      read,
      request,
      reply,
      change,
    });
    return documentRecord(row);
  },
);

/** What is done to an ingestion that is under way. */
const WAYS = {
  pause: { tell: pauseIngestion, audit: 'document.paused' },
  resume: { tell: resumeIngestion, audit: 'document.resumed' },
} as const;

/** Tells a document's ingestion to rest or to go on, and wakes those who have to hear of it. */
async function steer(way: keyof typeof WAYS, { ctx, request, parents, change }: Steering) {
  const { id, title } = parents.document_id;
  if (request.earlierRun !== undefined) {
    change.none();
    return documentRecord(parents.document_id);
  }
  const { ingestion, followers } = await change(async (trx) => {
    const result = await WAYS[way].tell(trx, id);
    if (request.idempotency !== undefined) await tieKeyToRun(trx, request.idempotency.owner, result.ingestion.id);
    return { result, audited: result.changed ? noteOf(id, title) : 'unchanged' };
  });
  await wakeIngestions(ctx, [ingestion, ...followers]);
  return readAgain(ctx, parents.document_id);
}

const pause = operation(
  {
    ...STEERS,
    id: 'document.pause',
    method: 'POST',
    path: `${ONE}/pause`,
    summary: 'Let the ingestion of a document rest; what is done stays',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 409: ['INGESTION_ENDED'] } },
    audit: { event: WAYS.pause.audit },
  },
  (input) => steer('pause', input),
);

const resume = operation(
  {
    ...STEERS,
    id: 'document.resume',
    method: 'POST',
    path: `${ONE}/resume`,
    summary: 'Let an ingestion go on that rests, or at once where it would look again later',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 409: ['DOCUMENT_NOT_PAUSED', 'INGESTION_ENDED'] } },
    audit: { event: WAYS.resume.audit },
  },
  (input) => steer('resume', input),
);

const noteOf = (id: string, name: string, payload: object = {}) => {
  return { resource: { type: 'document', id }, name, payload };
};

async function readAgain({ db }: ApiContext, { project_id, id }: documents.DocumentRow) {
  return documentRecord(orNotFound(await documents.findDocument(db, project_id, id), 'document', id));
}

export const INGESTION_OPERATIONS = [retry, cancel, pause, resume];
