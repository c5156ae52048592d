import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { fileProblems } from '../../src/files/problems.ts';
import { isFileName } from '../../src/files/queries.ts';
import { checkCollections } from '../../src/knowledge/documents/collections.ts';
import {
  deriveTitle,
  MAX_TITLE_LENGTH,
  TEXT_TYPES,
  type TextType,
  toFileName,
} from '../../src/knowledge/documents/rules.ts';
import { acceptDocuments, type NewDocument, startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import type { MetadataField, OwnMetadata } from '../../src/knowledge/metadata/contract.ts';
import { parseMetadata } from '../../src/knowledge/metadata/fields.ts';
import { resolveMetadata } from '../../src/knowledge/metadata/values.ts';
import { STRATEGIES } from '../../src/knowledge/parsing/contract.ts';
import { readFrontMatter } from '../../src/knowledge/parsing/text/front-matter.ts';
import { documentProblems } from '../../src/knowledge/problems.ts';
import { checkEach, errors, Problems, throwProblems } from '../../src/platform/errors.ts';
import { removeHiddenCharacters } from '../../src/platform/hidden-text.ts';
import { attachKeyToRun } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { DisplayName, Id, NonBlankText, StringEnum, VisibleText } from '../../src/platform/schemas.ts';
import { getMetadataFields, lockMetadataFields } from '../../src/projects/queries.ts';
import { assertTags } from '../../src/tags/queries.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { CheckInput, Upload } from '../operation.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import { BinaryFile } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';
import { MAX_DESCRIPTION_LENGTH, MetadataInput, STRATEGY_DESCRIPTION } from './document-schemas.ts';

/** Maximum number of documents per request. */
const MAX_DOCUMENTS = 100;
/** Maximum length of a text in characters; longer texts are sent as files. */
export const MAX_TEXT_LENGTH = 10_000_000;

const TextField = NonBlankText(MAX_TEXT_LENGTH);
const Title = Type.Optional(
  DisplayName({
    maxLength: MAX_TITLE_LENGTH,
    description: 'Title of the document. Default: the file name, or the first line of the text.',
  }),
);
const Description = Type.Optional(VisibleText(MAX_DESCRIPTION_LENGTH));
const MediaType = Type.Optional(
  StringEnum(Object.keys(TEXT_TYPES) as TextType[], {
    description: 'Media type of the text. Default `text/plain`.',
  }),
);
const Collections = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 100, description }));

/** Body that creates documents; a multipart form sends it in the field `data`. */
const DocumentCreate = Type.Object({
  title: Title,
  description: Description,
  text: Type.Optional(TextField),
  texts: Type.Optional(
    Type.Array(
      Type.Object({
        text: TextField,
        title: Title,
        description: Description,
        media_type: MediaType,
        metadata: Type.Optional(MetadataInput),
      }),
      {
        maxItems: MAX_DOCUMENTS,
        description: 'Texts, each of which becomes a document. Omitted fields default to the fields of the request.',
      },
    ),
  ),
  media_type: MediaType,
  collection_ids: Collections(
    'IDs of collections to add the documents to. The caller must be able to edit each of them.',
  ),
  collections: Collections('Alias of `collection_ids`, the name that records use.'),
  strategy: StringEnum(STRATEGIES, { default: 'auto', description: STRATEGY_DESCRIPTION }),
  tags: Type.Optional(TagNames),
  metadata: Type.Optional(MetadataInput),
});

const DocumentForm = Type.Object({
  data: Type.String({
    contentMediaType: 'application/json',
    description: 'JSON object with the fields of the body. `{}` for none.',
  }),
  files: Type.Optional(Type.Array(BinaryFile('File. The field can be repeated.'), { maxItems: MAX_DOCUMENTS })),
});

/** Common parts of the operations that create documents. */
export const CREATE_OPERATION = {
  auth: { permission: 'project:create_document' },
  request: {
    body: DocumentCreate,
    checks: async (input: CheckInput<Body>) => void (await checkDocuments(input, input.refused)),
    longBody: true,
    form: { schema: DocumentForm, bodyField: 'data', maxFiles: MAX_DOCUMENTS },
    idempotent: true,
    example: { title: 'Terms of delivery', text: '# Terms\n\nWe deliver within three days.', strategy: 'auto' },
  },
  errors: { 402: START_ERRORS },
  audit: { event: 'document.created', audience: 'document:view' },
} as const;

type Body = Static<typeof DocumentCreate>;

interface CreateRequest {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly body: Body;
  readonly uploads: readonly Upload[];
  readonly request: FastifyRequest;
  readonly change: Change;
}

/** Result of a request that creates documents. */
interface CreateResult {
  readonly groupId: string;
  /** Resolves once the workflows are started or left to maintenance. */
  readonly started: Promise<void>;
}

/** Creates the documents of a request, or returns those of an earlier request with the same Idempotency-Key. */
export async function createDocuments(input: CreateRequest): Promise<CreateResult> {
  const { ctx, caller, request, body, change } = input;
  if (request.earlierRun !== undefined) {
    change.none();
    return { groupId: request.earlierRun, started: Promise.resolve() };
  }
  const { orgId, projectId, subject } = caller;
  const { strategy, tags = [] } = body;
  const collectionIds = await checkDocuments(input);
  assertCanStart(await findAccount(ctx.db, caller), ctx.config);
  const documents = await stageDocuments(input);
  const groupId = newId();
  const newDocuments = {
    orgId,
    projectId,
    by: subject,
    triggerType: 'api',
    groupId,
    documents,
    strategy,
    collectionIds,
    tags,
  };
  const { ingestionIds } = await change(async (trx) => {
    const current = await lockMetadataFields(trx, projectId, 'share');
    const metadata = listMetadata(input, current);
    const values = documents.map((document, at) => {
      const own = metadata[at] ?? {};
      return { ...document, metadata: { own, resolved: resolveMetadata(current, own) } };
    });
    const result = await acceptDocuments(trx, { ...newDocuments, documents: values });
    if (request.idempotency !== undefined) await attachKeyToRun(trx, request.idempotency.owner, groupId);
    const created = documents.map(({ title }, at) => ({ id: result.documentIds[at], title }));
    const payload = { documents: created, strategy, collections: collectionIds, tags };
    const [first, ...more] = documents;
    const name = `${first?.title}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    return { result, audited: { resource: { type: 'document_group', id: groupId }, name, payload } };
  });
  return { groupId, started: startIngestions(ctx, orgId, ingestionIds) };
}

/** Request whose documents are checked. Fields that fail the schema are absent. */
type DocumentInput = Pick<CreateRequest, 'ctx' | 'caller' | 'uploads'> & { readonly body: Partial<Body> };

/**
 * Throws a 422 with all problems of a request that its schema does not find. Returns the IDs of its collections.
 * `refused` are the fields that fail the schema.
 */
async function checkDocuments(input: DocumentInput, refused: ReadonlySet<unknown> = new Set()): Promise<string[]> {
  const { ctx, caller, body } = input;
  const { orgId, projectId } = caller;
  const problems = new Problems();
  const collectionIds = (await problems.run(() => checkCollectionIds(input))) ?? [];
  await problems.run(() => assertTags(ctx.db, { orgId, projectId, kind: 'document' }, body.tags ?? []));
  if (!refused.has('text') && !refused.has('texts')) await problems.run(() => checkParts(input));
  const fields = await getMetadataFields(ctx.db, projectId);
  await problems.runLast(() => listMetadata(input, fields));
  return collectionIds;
}

/** Returns the metadata of each document, in the order of {@link stageDocuments}. Throws a 422 for invalid values. */
function listMetadata(input: DocumentInput, fields: readonly MetadataField[]): OwnMetadata[] {
  const { files, items } = getParts(input);
  const shared = parseMetadata(fields, input.body.metadata ?? {});
  const offset = items.length - (input.body.texts?.length ?? 0);
  const own = checkEach(input.body.texts ?? [], ({ metadata }, index) =>
    parseMetadata(fields, metadata ?? {}, ['texts', index, 'metadata']),
  );
  return [...items.map((_, index) => ({ ...shared, ...own[index - offset] })), ...files.map(() => shared)];
}

async function checkCollectionIds({ ctx, caller, body }: DocumentInput): Promise<string[]> {
  const { collection_ids = [], collections = [] } = body;
  const problems = new Problems();
  const primaryIds = await problems.run(() => checkCollections(ctx.db, caller, 'collection_ids', collection_ids));
  const aliasIds = await problems.run(() => checkCollections(ctx.db, caller, 'collections', collections));
  problems.throwIfAny();
  return [...new Set([...(primaryIds ?? []), ...(aliasIds ?? [])])];
}

/** Returns the files and texts of a request. */
function getParts({ body: { text, texts = [] }, uploads }: DocumentInput) {
  const files = uploads.filter(({ name, blob }) => name !== '' || blob.size > 0);
  return { files, items: [...(text === undefined ? [] : [{ text }]), ...texts] };
}

/** Throws a 422 with all problems of the files and texts of a request. */
function checkParts(input: DocumentInput): void {
  const { title, media_type } = input.body;
  const { files, items } = getParts(input);
  const count = items.length + files.length;
  const problems = files.flatMap(({ field, name }, index) => {
    if (field !== 'files') return errors.invalid(field, commonProblems.wrong_file_field({ field: 'files' }));
    return isFileName(name) ? [] : errors.invalid(['files', index, 'name'], fileProblems.invalid_file_name);
  });
  if (count === 0) problems.push(errors.invalid('files', documentProblems.document_content_missing));
  if (count > MAX_DOCUMENTS)
    problems.push(errors.invalid('texts', documentProblems.too_many_documents({ limit: MAX_DOCUMENTS })));
  if (count > 1 && title !== undefined)
    problems.push(errors.invalid('title', documentProblems.title_of_several_documents));
  if (items.length === 0 && media_type !== undefined)
    problems.push(errors.invalid('media_type', documentProblems.media_type_without_text));
  throwProblems(problems);
}

/** Returns the documents of a request. Stages the texts among them in the blob store. */
async function stageDocuments(input: CreateRequest): Promise<NewDocument[]> {
  const { body } = input;
  const { files, items } = getParts(input);
  const description = body.description ?? '';
  const made = files.map((file) => {
    return { title: body.title ?? cleanTitle(file.name), description, file, source: 'upload' } as const;
  });
  return [...(await stageTexts(input, items)), ...made];
}

/** Returns the title of an untitled text: that of its front matter, else its first line. */
async function getTextTitle(text: string, mediaType: TextType): Promise<string> {
  const { title, rest } =
    mediaType === 'text/markdown' ? await readFrontMatter(text, { warnings: new Set() }) : { rest: text };
  return cleanTitle((title ?? deriveTitle(rest)).slice(0, MAX_TITLE_LENGTH).toWellFormed());
}

/** Removes hidden characters from a title, unless nothing else is left. */
function cleanTitle(title: string): string {
  const visibleTitle = removeHiddenCharacters(title).text.trim();
  return visibleTitle === '' ? title : visibleTitle;
}

async function stageTexts(
  { ctx, request, body }: CreateRequest,
  items: NonNullable<Body['texts']>,
): Promise<NewDocument[]> {
  const made: NewDocument[] = [];
  for (const { text, ...own } of items) {
    const mediaType = own.media_type ?? body.media_type ?? 'text/plain';
    const title = own.title ?? body.title ?? (await getTextTitle(text, mediaType));
    const blob = await stageRequestBlob(ctx, request, [Buffer.from(text)]);
    const file = { name: toFileName(title, mediaType), mediaType, blob };
    made.push({ title, description: own.description ?? body.description ?? '', file, source: 'text' });
  }
  return made;
}
