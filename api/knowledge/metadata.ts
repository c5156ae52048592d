import Type, { type Static } from 'typebox';
import { METADATA_LIMITS, METADATA_TYPES, type MetadataField } from '../../src/knowledge/metadata/contract.ts';
import { countFacets } from '../../src/knowledge/metadata/facets.ts';
import { replaceFields } from '../../src/knowledge/metadata/fields.ts';
import { metadataProblems } from '../../src/knowledge/problems.ts';
import { checkEach, errors } from '../../src/platform/errors.ts';
import { WORD_NAME_PATTERN } from '../../src/platform/names.ts';
import { Nullable, StringEnum, VisibleText } from '../../src/platform/schemas.ts';
import { findProject, getMetadataFields, lockMetadataFields } from '../../src/projects/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { assertProjectExists } from '../projects/project-exists.ts';
import { DOCUMENT_FILTERS, toDocumentFilter } from './document-filters.ts';

const PROJECT = '/org/{org_id}/project/{project_id}';
const PATH = `${PROJECT}/metadata_schema` as const;

const Key = Type.String({
  minLength: 1,
  maxLength: METADATA_LIMITS.key,
  pattern: WORD_NAME_PATTERN,
  description: 'Name of the field. Front matter and file properties match it case-insensitively.',
});
const Field = Type.Object({
  key: Key,
  type: StringEnum(METADATA_TYPES, { description: 'Type of the values. A `list` is a list of texts.' }),
  description: Type.String(),
});
const Schema = toVersionedSchema(
  { table: 'projects', path: PATH },
  Type.Object({ fields: Type.Array(Field) }, { title: 'MetadataSchema' }),
);
const SchemaUpdate = Type.Object({
  fields: Type.Array(
    Type.Object({
      key: Key,
      type: Field.properties.type,
      description: Type.Optional(
        VisibleText(METADATA_LIMITS.description, { description: 'Description for people and for models that search.' }),
      ),
    }),
    { maxItems: METADATA_LIMITS.fields, description: 'All fields of the schema.' },
  ),
});

const read = operation(
  {
    id: 'metadata_schema.read',
    method: 'GET',
    path: PATH,
    tag: 'Documents',
    summary: 'Get the metadata schema of a project',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Schema } },
  },
  ({ ctx, caller }) => readSchema(ctx.db, caller),
);

const update = operation(
  {
    id: 'metadata_schema.update',
    method: 'POST',
    path: PATH,
    tag: 'Documents',
    summary: 'Update the metadata schema of a project',
    description:
      'Replaces all fields. A new field gets the values that files and sources contain. Removing a field removes its values. A new type converts the values. If a value that a caller set cannot be converted, the response is 409 and nothing changes; other values that cannot be converted are removed.',
    auth: { permission: 'project:edit' },
    request: {
      body: SchemaUpdate,
      idempotent: false,
      example: { fields: [{ key: 'department', type: 'text', description: 'Responsible department' }] },
    },
    response: { schemas: { 200: Schema }, errors: { 409: ['METADATA_NOT_CONVERTIBLE'] } },
    audit: { event: 'project.metadata_schema_updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const fields = body.fields.map(({ key, type, description = '' }) => ({ key, type, description }));
    assertKeys(fields);
    await change(async (trx) => {
      const { projectId } = caller;
      const before = await lockMetadataFields(trx, projectId, 'update');
      const project = assertProjectExists(caller, await findProject(trx, caller.orgId, projectId));
      if (JSON.stringify(before.map(toFieldRecord)) === JSON.stringify(fields))
        return { result: undefined, audited: 'unchanged' };
      await replaceFields(trx, projectId, before, fields);
      const payload = { before, fields };
      return {
        result: undefined,
        audited: { resource: { type: 'project', id: projectId }, name: project.name, payload },
      };
    });
    return readSchema(ctx.db, caller);
  },
);

async function readSchema(db: ApiContext['db'], caller: Caller) {
  const fields = await getMetadataFields(db, caller.projectId);
  const { version } = assertProjectExists(caller, await findProject(db, caller.orgId, caller.projectId));
  return { fields: fields.map(toFieldRecord), version };
}

/** jsonb does not keep the order of keys. */
const toFieldRecord = ({ key, type, description }: MetadataField): MetadataField => ({ key, type, description });

/** Throws a 422 for reserved keys and for those that differ only in upper and lower case. */
function assertKeys(fields: readonly MetadataField[]): void {
  const keys = fields.map(({ key }) => key.toLowerCase());
  checkEach(keys, (key, index) => {
    const path = ['fields', index, 'key'];
    if (key === '__proto__' || key.trim() !== key) throw errors.invalid(path, metadataProblems.reserved_metadata_key);
    if (keys.indexOf(key) < index) throw errors.invalid(path, metadataProblems.duplicate_metadata_key);
  });
}

const FacetValue = Type.Union([Type.String(), Type.Number()]);
const Facets = Type.Object(
  {
    facets: Type.Array(
      Type.Object({
        key: Type.String(),
        documents: Type.Integer({ description: 'Number of documents with a value.' }),
        values: Type.Array(Type.Object({ value: FacetValue, documents: Type.Integer() }), {
          description: 'Most common values, or items of lists, with their number of documents; at most 50.',
        }),
        min: Nullable(FacetValue),
        max: Nullable(FacetValue),
      }),
      { description: 'Values of each field of the metadata schema, in the order of the schema.' },
    ),
  },
  { title: 'DocumentFacets' },
);

const facets = operation(
  {
    id: 'document.facets',
    method: 'GET',
    path: `${PROJECT}/document/facets`,
    tag: 'Documents',
    summary: 'Count documents by metadata',
    description: 'Counts the documents that the list of documents returns with the same filters.',
    auth: { permission: 'document:view', lists: 'document' },
    request: { query: Type.Object(DOCUMENT_FILTERS) },
    response: { schemas: { 200: Facets } },
  },
  async ({ ctx, caller, query }) => {
    const found = await countFacets(ctx.db, caller, await toDocumentFilter(ctx, caller, query));
    return { facets: found.map(({ values, ...facet }) => ({ ...facet, values: [...values] })) } satisfies Static<
      typeof Facets
    >;
  },
);

export const METADATA_OPERATIONS = [read, update, facets];
