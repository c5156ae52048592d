import Type, { type Static } from 'typebox';
import { fileProblems } from '../../src/files/problems.ts';
import { isFileName, type NewFile } from '../../src/files/queries.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { findDocument, lockDocument } from '../../src/knowledge/documents/queries.ts';
import { TEXT_TYPES, type TextType, toFileName } from '../../src/knowledge/documents/rules.ts';
import {
  type DocumentVersionRow,
  listVersionChunks,
  listVersions,
  MAX_VERSIONS,
  type VersionChunkRow,
} from '../../src/knowledge/documents/versions.ts';
import { startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { wakeIngestions } from '../../src/knowledge/ingestion/control.ts';
import { replaceContent } from '../../src/knowledge/ingestion/replace.ts';
import { documentProblems } from '../../src/knowledge/problems.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { attachKeyToRun } from '../../src/platform/idempotency.ts';
import { Id, NonBlankText, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { ApiContext } from '../context.ts';
import { operation, type Upload } from '../operation.ts';
import { Envelope, PAGE_QUERY, SHORT_PAGE_QUERY } from '../plugins/pagination.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import { BinaryFile } from '../schemas.ts';
import { MAX_TEXT_LENGTH } from './create.ts';
import { Document, toDocumentRecord } from './document-schemas.ts';

const DOCUMENT = '/org/{org_id}/project/{project_id}/document/{document_id}';
const VERSION = `${DOCUMENT}/version/{document_version_id}` as const;

const ContentUpdate = Type.Object({
  text: Type.Optional(NonBlankText(MAX_TEXT_LENGTH, { description: 'New content as text. Omit it for a file.' })),
  media_type: StringEnum(Object.keys(TEXT_TYPES) as TextType[], {
    default: 'text/plain',
    description: 'Media type of the text.',
  }),
});
const ContentForm = Type.Object({
  data: Type.Optional(
    Type.String({
      contentMediaType: 'application/json',
      description: 'JSON object with the fields of the body. Default `{}`.',
    }),
  ),
  files: Type.Optional(Type.Array(BinaryFile('The new content.'), { maxItems: 1 })),
});

const replace = operation(
  {
    id: 'document.replace_content',
    method: 'POST',
    path: `${DOCUMENT}/content`,
    tag: 'Documents',
    summary: 'Replace the content of a document',
    description:
      'Ingests a text or a file as a new version; id, title, tags, metadata, roles and collections stay. Searches find the old content until the new one is ready, and never both. A replacement that is still running ends with `INGESTION_SUPERSEDED`. Equal content changes nothing.',
    auth: { permission: 'document:edit' },
    request: {
      body: ContentUpdate,
      checks: ({ body, uploads, refused }) => refused.has('text') || getContent(body.text, uploads),
      longBody: true,
      form: { schema: ContentForm, bodyField: 'data', maxFiles: 1 },
      idempotent: true,
      example: { text: 'We deliver within two days.' },
    },
    response: { schemas: { 200: Document }, errors: { 402: START_ERRORS } },
    audit: { event: 'document.content_replaced' },
  },
  async (input) => {
    const { ctx, caller, request, parents, change } = input;
    const { id, title } = parents.document_id;
    const { orgId, projectId, subject } = caller;
    if (request.earlierRun !== undefined) {
      change.none();
      return reload(ctx, projectId, id);
    }
    const content = getContent(input.body.text, input.uploads);
    assertCanStart(await findAccount(ctx.db, caller), ctx.config);
    const file: NewFile =
      'text' in content
        ? {
            name: toFileName(title, input.body.media_type),
            mediaType: input.body.media_type,
            blob: await stageRequestBlob(ctx, request, [Buffer.from(content.text)]),
          }
        : content;
    const replaced = await change(async (trx) => {
      orNotFound(await lockDocument(trx, projectId, id), 'document', id);
      const result = await replaceContent(trx, { orgId, projectId, by: subject, triggerType: 'api' }, id, file);
      if (!result) return { result, audited: 'unchanged' };
      if (request.idempotency !== undefined) await attachKeyToRun(trx, request.idempotency.owner, result.ingestionId);
      const payload = { ingestion_id: result.ingestionId, media_type: file.mediaType, size: file.blob.size };
      return { result, audited: { resource: { type: 'document', id }, name: title, payload } };
    });
    if (replaced) {
      await startIngestions(ctx, orgId, [replaced.ingestionId]);
      await wakeIngestions(ctx, replaced.followers);
      await removeBlobs(ctx.blobs, replaced.blobKeys);
    }
    return reload(ctx, projectId, id);
  },
);

/** Returns the text or the file of a request. Throws a 422 unless it has exactly one. */
function getContent(text: string | undefined, uploads: readonly Upload[]): { readonly text: string } | Upload {
  const [file] = uploads.filter(({ name, blob }) => name !== '' || blob.size > 0);
  if (file !== undefined && text !== undefined)
    throw errors.invalid('files', documentProblems.too_many_documents({ limit: 1 }));
  if (file !== undefined && !isFileName(file.name))
    throw errors.invalid(['files', 0, 'name'], fileProblems.invalid_file_name);
  if (file !== undefined) return file;
  if (text === undefined) throw errors.invalid('files', documentProblems.document_content_missing);
  return { text };
}

async function reload(ctx: ApiContext, projectId: string, id: string) {
  return toDocumentRecord(orNotFound(await findDocument(ctx.db, projectId, id), 'document', id));
}

const Version = Type.Object(
  {
    id: Id,
    number: Type.Integer({ description: 'Number of the version, increasing. A replacement that failed leaves a gap.' }),
    current: Type.Boolean(),
    media_type: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    sha256: Type.String({ description: 'Digest of the file in hexadecimal.' }),
    page_count: Nullable(Type.Integer()),
    chunk_count: Type.Integer(),
    created_by: Type.Object({ type: Type.String(), id: Id }),
    published: Timestamp,
  },
  { title: 'DocumentVersion' },
);

function toVersionRecord(row: DocumentVersionRow): Static<typeof Version> {
  const { id, edition, is_current, media_type, size, sha256, page_count, chunk_count, published } = row;
  const created_by = { type: row.created_by_type, id: row.created_by };
  const content = { media_type, size, sha256: sha256.toString('hex'), page_count, chunk_count };
  return { id, number: edition, current: is_current, ...content, created_by, published: published.toISOString() };
}

const VersionChunk = Type.Object(
  {
    position: Type.Integer({ description: 'Position in the document, from 0.' }),
    text: Type.String(),
    page: Nullable(Type.Integer()),
    heading_path: Type.Array(Type.String()),
  },
  { title: 'DocumentVersionChunk' },
);

const toVersionChunkRecord = ({ position, text, page, heading_path }: VersionChunkRow) => ({
  position,
  text,
  page,
  heading_path,
});

const list = operation(
  {
    id: 'document.version.list',
    method: 'GET',
    path: `${DOCUMENT}/version`,
    tag: 'Documents',
    summary: 'List the versions of a document',
    description: `Newest first. The ${MAX_VERSIONS} newest versions are kept.`,
    auth: { permission: 'document:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Version) } },
  },
  async ({ ctx, params, page }) => mapPage(await listVersions(ctx.db, params.document_id, page), toVersionRecord),
);

const read = operation(
  {
    id: 'document.version.read',
    method: 'GET',
    path: VERSION,
    tag: 'Documents',
    summary: 'Get a version of a document',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: Version } },
  },
  ({ parents }) => toVersionRecord(parents.document_version_id),
);

const listChunks = operation(
  {
    id: 'document.version.chunks',
    method: 'GET',
    path: `${VERSION}/embeddings`,
    tag: 'Documents',
    summary: 'List the chunks of a version',
    description:
      'In document order, with the edits that the version had when it was replaced. Only the texts are kept.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object(SHORT_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(VersionChunk) } },
  },
  async ({ ctx, parents, page }) =>
    mapPage(await listVersionChunks(ctx.db, parents.document_version_id, page), toVersionChunkRecord),
);

export const DOCUMENT_VERSION_OPERATIONS = [replace, list, read, listChunks];
