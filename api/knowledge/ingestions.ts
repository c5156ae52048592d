import type { FastifyRequest } from 'fastify';
import * as documents from '../../src/knowledge/documents/queries.ts';
import { startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { pauseIngestion, resumeIngestion, wakeIngestions } from '../../src/knowledge/ingestion/control.ts';
import { retryDocument } from '../../src/knowledge/ingestion/replace.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { attachKeyToRun } from '../../src/platform/idempotency.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { CANCEL_OPERATION, cancelRun } from '../runs/cancel.ts';
import { Document, toDocumentRecord } from './document-schemas.ts';

const DOCUMENT = '/org/{org_id}/project/{project_id}/document/{document_id}';
const OPERATION = { tag: 'Documents', auth: { permission: 'document:edit' } } as const;

/** Request that changes the ingestion of a document. */
interface IngestionRequest {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly parents: { readonly document_id: documents.DocumentRow };
  readonly change: Change;
}

const retry = operation(
  {
    ...OPERATION,
    id: 'document.retry',
    method: 'POST',
    path: `${DOCUMENT}/retry`,
    summary: 'Retry the ingestion of a document',
    description: 'Continues a failed or cancelled ingestion from its last stage.',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 402: START_ERRORS, 409: ['DOCUMENT_NOT_FAILED'] } },
    audit: { event: 'document.retried' },
  },
  async ({ ctx, caller, request, parents, change }) => {
    const { id, title } = parents.document_id;
    const { orgId, projectId, subject } = caller;
    if (request.earlierRun !== undefined) {
      change.none();
      return toDocumentRecord(parents.document_id);
    }
    assertCanStart(await findAccount(ctx.db, caller), ctx.config);
    const ingestionId = await change(async (trx) => {
      const made = await retryDocument(trx, { orgId, projectId, by: subject, triggerType: 'api' }, id);
      if (request.idempotency !== undefined) await attachKeyToRun(trx, request.idempotency.owner, made);
      return { result: made, audited: toAuditEvent(id, title, { ingestion_id: made }) };
    });
    await startIngestions(ctx, orgId, [ingestionId]);
    return reloadDocument(ctx, parents.document_id);
  },
);

const cancel = operation(
  {
    ...OPERATION,
    id: 'document.cancel',
    method: 'POST',
    path: `${DOCUMENT}/cancel`,
    summary: 'Cancel the ingestion of a document',
    description:
      'Responds once the ingestion has stopped. Returns 409 RUN_ENDED if it had already ended. A retry continues from there.',
    request: CANCEL_OPERATION.request,
    response: { errors: CANCEL_OPERATION.errors, schemas: { 200: Document, 202: Document } },
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
    return toDocumentRecord(row);
  },
);

/** Changes of a running ingestion. */
const INGESTION_ACTIONS = {
  pause: { apply: pauseIngestion, audit: 'document.paused' },
  resume: { apply: resumeIngestion, audit: 'document.resumed' },
} as const;

/** Pauses or resumes the ingestion of a document and wakes the affected workflows. */
async function changeIngestion(
  action: keyof typeof INGESTION_ACTIONS,
  { ctx, request, parents, change }: IngestionRequest,
) {
  const { id, title } = parents.document_id;
  if (request.earlierRun !== undefined) {
    change.none();
    return toDocumentRecord(parents.document_id);
  }
  const { ingestion, followers } = await change(async (trx) => {
    const result = await INGESTION_ACTIONS[action].apply(trx, id);
    if (request.idempotency !== undefined) await attachKeyToRun(trx, request.idempotency.owner, result.ingestion.id);
    return { result, audited: result.changed ? toAuditEvent(id, title) : 'unchanged' };
  });
  await wakeIngestions(ctx, [ingestion, ...followers]);
  return reloadDocument(ctx, parents.document_id);
}

const pause = operation(
  {
    ...OPERATION,
    id: 'document.pause',
    method: 'POST',
    path: `${DOCUMENT}/pause`,
    summary: 'Pause the ingestion of a document',
    description: 'Completed steps are kept.',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 409: ['INGESTION_ENDED'] } },
    audit: { event: INGESTION_ACTIONS.pause.audit },
  },
  (input) => changeIngestion('pause', input),
);

const resume = operation(
  {
    ...OPERATION,
    id: 'document.resume',
    method: 'POST',
    path: `${DOCUMENT}/resume`,
    summary: 'Resume the ingestion of a document',
    description: 'Continues a paused ingestion, and retries immediately if it waits for a later retry.',
    request: { idempotent: true },
    response: { schemas: { 200: Document }, errors: { 409: ['DOCUMENT_NOT_PAUSED', 'INGESTION_ENDED'] } },
    audit: { event: INGESTION_ACTIONS.resume.audit },
  },
  (input) => changeIngestion('resume', input),
);

const toAuditEvent = (id: string, name: string, payload: object = {}) => {
  return { resource: { type: 'document', id }, name, payload };
};

async function reloadDocument({ db }: ApiContext, { project_id, id }: documents.DocumentRow) {
  return toDocumentRecord(orNotFound(await documents.findDocument(db, project_id, id), 'document', id));
}

export const INGESTION_OPERATIONS = [retry, cancel, pause, resume];
