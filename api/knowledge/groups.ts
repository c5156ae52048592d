import * as documents from '../../src/knowledge/documents/queries.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { awaitRuns, watchRuns } from '../plugins/waiting.ts';
import { CREATE_OPERATION, createDocuments } from './create.ts';
import { DocumentGroup, toGroupRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
const BODY_FORMATS =
  'Accepts JSON with text, or a multipart form with `data` (the same JSON as a string) and files in `files`. Identical files of a project are parsed once.';

const create = operation(
  {
    id: 'document.create',
    method: 'POST',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'Create documents',
    description: `${BODY_FORMATS} Responds before the documents are parsed; \`create/status/{group_id}\` returns their progress.`,
    auth: CREATE_OPERATION.auth,
    request: CREATE_OPERATION.request,
    response: { errors: CREATE_OPERATION.errors, schemas: { 200: DocumentGroup } },
    audit: CREATE_OPERATION.audit,
  },
  async (input) => {
    const { ctx, caller } = input;
    const { groupId } = await createDocuments(input);
    const rows = await documents.listGroupDocuments(ctx.db, caller, groupId);
    return toGroupRecord(groupId, orNotFound(rows[0] && rows, 'document_group', groupId));
  },
);

const upload = operation(
  {
    id: 'document.upload',
    method: 'POST',
    path: `${DOCUMENTS}/upload`,
    tag: 'Documents',
    summary: 'Create documents and wait for their ingestion',
    description: `${BODY_FORMATS} Responds once all documents are ready or failed. \`Prefer: respond-async\` responds with 202 immediately, \`Prefer: wait=n\` after at most n seconds.`,
    auth: CREATE_OPERATION.auth,
    request: { ...CREATE_OPERATION.request, prefersWait: true },
    response: { errors: CREATE_OPERATION.errors, schemas: { 200: DocumentGroup, 202: DocumentGroup } },
    audit: CREATE_OPERATION.audit,
  },
  async (input) => {
    const { ctx, caller, request, reply } = input;
    const { groupId: id, started } = await createDocuments(input);
    const read = async () => {
      const found = await documents.listGroupDocuments(ctx.db, caller, id);
      return found.length === 0 ? undefined : found;
    };
    const ids = (await read())?.map(({ ingestion_id }) => ingestion_id) ?? [];
    const isDone = (rows: readonly documents.DocumentRow[]) => rows.every(({ completed }) => completed !== null);
    using watch = watchRuns(ctx, ingestionKind, ids);
    const wait = { watch, run: { started }, resource: 'document_group', id, request, reply, read, isDone };
    return toGroupRecord(id, await awaitRuns(ctx, wait));
  },
);

const status = operation(
  {
    id: 'document.read_group',
    method: 'GET',
    path: `${DOCUMENTS}/create/status/{group_id}`,
    tag: 'Documents',
    summary: 'Get the documents of a group',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: DocumentGroup } },
  },
  ({ params, parents }) => toGroupRecord(params.group_id, parents.group_id),
);

export const DOCUMENT_GROUP_OPERATIONS = [create, upload, status];
