import * as documents from '../../src/knowledge/documents/queries.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { awaitRuns } from '../plugins/waiting.ts';
import { CREATES, createDocuments } from './create.ts';
import { DocumentGroup, groupRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
const FORMS =
  'JSON with text, or multipart with `data` (the same as a JSON string) and files as `files`. Equal bytes of a project are read once.';

const create = operation(
  {
    id: 'document.create',
    method: 'POST',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'Take in documents, and answer before they are read',
    description: `${FORMS} \`create/status/{group_id}\` tells how far they are.`,
    auth: CREATES.auth,
    request: CREATES.request,
    response: { errors: CREATES.errors, schemas: { 200: DocumentGroup } },
    audit: CREATES.audit,
  },
  async (input) => {
    const { ctx, caller } = input;
    const { groupId } = await createDocuments(input);
    const rows = await documents.documentsOfGroup(ctx.db, caller.projectId, groupId);
    return groupRecord(groupId, orNotFound(rows[0] && rows, 'document_group', groupId));
  },
);

const upload = operation(
  {
    id: 'document.upload',
    method: 'POST',
    path: `${DOCUMENTS}/upload`,
    tag: 'Documents',
    summary: 'Take in documents, and answer when all of them are ready or have failed',
    description: `${FORMS} \`Prefer: respond-async\` answers 202 at once, \`Prefer: wait=n\` after n seconds at the latest.`,
    auth: CREATES.auth,
    request: { ...CREATES.request, prefersWait: true },
    response: { errors: CREATES.errors, schemas: { 200: DocumentGroup, 202: DocumentGroup } },
    audit: CREATES.audit,
  },
  async (input) => {
    const { ctx, caller, request, reply } = input;
    const { groupId: id, started } = await createDocuments(input);
    const read = async () => {
      const found = await documents.documentsOfGroup(ctx.db, caller.projectId, id);
      return found.length === 0 ? undefined : found;
    };
    const ids = (await read())?.map(({ ingestion_id }) => ingestion_id) ?? [];
    const isDone = (rows: readonly documents.DocumentRow[]) => rows.every(({ completed }) => completed !== null);
    const wait = { resource: 'document_group', id, kind: ingestionKind, ids, request, reply, read, isDone };
    return groupRecord(id, await awaitRuns(ctx, { ...wait, start: async () => ({ started }) }));
  },
);

const status = operation(
  {
    id: 'document.read_group',
    method: 'GET',
    path: `${DOCUMENTS}/create/status/{group_id}`,
    tag: 'Documents',
    summary: 'How far the documents are that one request created',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: DocumentGroup } },
  },
  ({ params, parents }) => groupRecord(params.group_id, parents.group_id),
);

export const DOCUMENT_GROUP_OPERATIONS = [create, upload, status];
