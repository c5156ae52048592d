import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { isFileName } from '../../src/files/queries.ts';
import { checkFiling } from '../../src/knowledge/documents/filing.ts';
import {
  fileNameOf,
  LONGEST_TITLE,
  TEXT_TYPES,
  type TextType,
  titleOfText,
} from '../../src/knowledge/documents/rules.ts';
import { acceptDocuments, type NewDocument, startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { STRATEGIES } from '../../src/knowledge/parsing/contract.ts';
import { readFrontMatter } from '../../src/knowledge/parsing/text/front-matter.ts';
import { errors, Problems, refuseAll } from '../../src/platform/errors.ts';
import { takeOutHidden } from '../../src/platform/hidden-text.ts';
import { tieKeyToRun } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import { assertTags } from '../../src/tags/queries.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { Upload } from '../operation.ts';
import { stageBlob } from '../plugins/staging.ts';
import { BinaryFile, Id, NonEmpty, OneOf, PlainName, Text } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';
import { LONGEST_DESCRIPTION, STRATEGY } from './document-schemas.ts';

/** Most documents of one request. */
export const MOST_DOCUMENTS = 100;
/** Characters of a text; what is longer comes as a file. */
const LONGEST_TEXT = 10_000_000;

const TextField = NonEmpty(LONGEST_TEXT);
const Title = Type.Optional(
  PlainName({
    maxLength: LONGEST_TITLE,
    description: 'the name of the file, or the first line of the text, where it is left out',
  }),
);
const Description = Type.Optional(Text(LONGEST_DESCRIPTION));
const MediaType = Type.Optional(
  OneOf(Object.keys(TEXT_TYPES) as TextType[], {
    description: 'of what is sent as text; `text/plain` where it is left out',
  }),
);
const Collections = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 100, description }));

/** What is said of new documents, in a form in its field `data`. */
export const DocumentCreate = Type.Object({
  title: Title,
  description: Description,
  text: Type.Optional(TextField),
  texts: Type.Optional(
    Type.Array(Type.Object({ text: TextField, title: Title, description: Description, media_type: MediaType }), {
      maxItems: MOST_DOCUMENTS,
      description: 'each becomes a document; what an item leaves out is as it stands above',
    }),
  ),
  media_type: MediaType,
  collection_ids: Collections(
    'collections that are to hold the documents; each has to be one that the caller may edit',
  ),
  collections: Collections('the same, by the name that records have it under'),
  strategy: OneOf(STRATEGIES, { default: 'auto', description: STRATEGY }),
  tags: Type.Optional(TagNames),
});

export const DocumentForm = Type.Object({
  data: Type.String({ contentMediaType: 'application/json', description: 'a JSON object; `{}` says nothing' }),
  files: Type.Optional(Type.Array(BinaryFile('a file; the field may be repeated'), { maxItems: MOST_DOCUMENTS })),
});

/** What the operations that create documents have in common. */
export const CREATES = {
  auth: { permission: 'project:create_document' },
  request: {
    body: DocumentCreate,
    longBody: true,
    form: { schema: DocumentForm, bodyField: 'data', maxFiles: MOST_DOCUMENTS },
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

/** What a request came to: its group, and what begins its ingestions. */
export interface Created {
  readonly groupId: string;
  /** Ends when the workflows are started, or left to maintenance. */
  readonly started: Promise<void>;
}

/** Stores what a request brings, or finds what an earlier one under the same Idempotency-Key brought. */
export async function createDocuments(input: CreateRequest): Promise<Created> {
  const { ctx, caller, request, body, change } = input;
  if (request.earlierRun !== undefined) {
    change.none();
    return { groupId: request.earlierRun, started: Promise.resolve() };
  }
  const { orgId, projectId, subject } = caller;
  const { strategy, tags = [] } = body;
  const problems = new Problems();
  const collectionIds = (await problems.of(() => collectionsOf(input))) ?? [];
  await problems.of(() => assertTags(ctx.db, { orgId, projectId, kind: 'document' }, tags));
  await problems.of(() => checkParts(input));
  problems.refuse();
  assertCanStart(await findAccount(ctx.db, caller), ctx.config);
  const documents = await documentsOf(input);
  const groupId = newId();
  const order = {
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
    const result = await acceptDocuments(trx, order);
    if (request.idempotency !== undefined) await tieKeyToRun(trx, request.idempotency.owner, groupId);
    const made = documents.map(({ title }, at) => ({ id: result.documentIds[at], title }));
    const payload = { documents: made, strategy, collections: collectionIds, tags };
    const [first, ...more] = documents;
    const name = `${first?.title}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    return { result, audited: { resource: { type: 'document_group', id: groupId }, name, payload } };
  });
  return { groupId, started: startIngestions(ctx, orgId, ingestionIds) };
}

async function collectionsOf({ ctx, caller, body }: CreateRequest): Promise<string[]> {
  const { collection_ids = [], collections = [] } = body;
  const problems = new Problems();
  const named = await problems.of(() => checkFiling(ctx.db, caller, 'collection_ids', collection_ids));
  const also = await problems.of(() => checkFiling(ctx.db, caller, 'collections', collections));
  problems.refuse();
  return [...new Set([...(named ?? []), ...(also ?? [])])];
}

/** The files and the texts of a request. */
function partsOf({ body: { text, texts = [] }, uploads }: CreateRequest) {
  const files = uploads.filter(({ name, blob }) => name !== '' || blob.size > 0);
  return { files, items: [...(text === undefined ? [] : [{ text }]), ...texts] };
}

/** Throws a 422 with everything about files and texts that can't be taken. */
function checkParts(input: CreateRequest): void {
  const { title, media_type } = input.body;
  const { files, items } = partsOf(input);
  const count = items.length + files.length;
  const found = files.flatMap(({ field, name }, index) => {
    if (field !== 'files') return errors.invalid(field, 'files come in the field files');
    const rule = 'must be a file name of 1 to 255 characters without slashes';
    return isFileName(name) ? [] : errors.invalid(['files', index, 'name'], rule);
  });
  if (count === 0) found.push(errors.invalid('files', 'is missing: send files, text or texts', 'missing'));
  if (count > MOST_DOCUMENTS) found.push(errors.invalid('texts', `are with the files more than ${MOST_DOCUMENTS}`));
  if (count > 1 && title !== undefined)
    found.push(
      errors.invalid('title', 'is that of one document, and these are several: give each of the texts its own'),
    );
  if (items.length === 0 && media_type !== undefined)
    found.push(errors.invalid('media_type', 'is told of text alone: that of a file, its bytes tell'));
  refuseAll(found);
}

/** The documents of a request, the texts among them brought into the store. */
async function documentsOf(input: CreateRequest): Promise<NewDocument[]> {
  const { body } = input;
  const { files, items } = partsOf(input);
  const description = body.description ?? '';
  const made = files.map((file) => {
    return { title: body.title ?? shownTitle(file.name), description, file, source: 'upload' } as const;
  });
  return [...(await textsOf(input, items)), ...made];
}

/** The title of a text that came without one: what its front matter states, else its first line. */
async function titleOf(text: string, mediaType: TextType): Promise<string> {
  const { title, rest } =
    mediaType === 'text/markdown' ? await readFrontMatter(text, { warnings: new Set() }) : { rest: text };
  return shownTitle((title ?? titleOfText(rest)).slice(0, LONGEST_TITLE).toWellFormed());
}

/** A title without hidden characters, if anything is left then. */
function shownTitle(title: string): string {
  const shown = takeOutHidden(title).text.trim();
  return shown === '' ? title : shown;
}

async function textsOf(
  { ctx, request, body }: CreateRequest,
  items: NonNullable<Body['texts']>,
): Promise<NewDocument[]> {
  const made: NewDocument[] = [];
  for (const { text, ...own } of items) {
    const mediaType = own.media_type ?? body.media_type ?? 'text/plain';
    const title = own.title ?? body.title ?? (await titleOf(text, mediaType));
    const blob = await stageBlob(ctx, request, [Buffer.from(text)]);
    const file = { name: fileNameOf(title, mediaType), mediaType, blob };
    made.push({ title, description: own.description ?? body.description ?? '', file, source: 'text' });
  }
  return made;
}
