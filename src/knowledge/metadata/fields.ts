import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Executor, json } from '../../platform/db/client.ts';
import { checkEach, errors } from '../../platform/errors.ts';
import { lockMetadataFields, setMetadataFields } from '../../projects/queries.ts';
import { metadataErrors } from '../errors.ts';
import { metadataProblems } from '../problems.ts';
import type { Metadata, MetadataField, OwnMetadata, StatedMetadata } from './contract.ts';
import { convertValue, parseValue, resolveMetadata } from './values.ts';

/** Documents per statement when values are computed again. */
const DOCUMENTS_PER_STATEMENT = 500;

/**
 * Reads the values of a request. Null removes a value. Throws a 422 for each unknown key and each value of another
 * type than its field.
 */
export function parseMetadata(
  fields: readonly MetadataField[],
  values: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[] = ['metadata'],
): OwnMetadata {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const entries = checkEach(Object.entries(values), ([key, value]) => {
    const field = byKey.get(key);
    if (!field) throw errors.invalid([...path, key], metadataProblems.unknown_metadata_key({ key }));
    const parsed = value === null ? null : parseValue(field.type, value);
    if (parsed === undefined) throw errors.invalid([...path, key], metadataProblems.metadata_type(field));
    return [key, parsed] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Replaces the metadata fields of a project and converts the values of its documents. Throws a 409 if a value that a
 * caller set cannot be converted to the new type of its field; then nothing changes.
 */
export async function replaceFields(
  trx: Executor,
  projectId: string,
  before: readonly MetadataField[],
  fields: readonly MetadataField[],
): Promise<void> {
  await setMetadataFields(trx, projectId, fields);
  const isSame = (a: MetadataField, b: MetadataField) => a.key === b.key && a.type === b.type;
  const changed = [
    ...fields.filter((field) => !before.some((other) => isSame(field, other))),
    ...before.filter((field) => !fields.some((other) => other.key === field.key)),
  ].map(({ key }) => key);
  if (changed.length > 0) await convertDocuments(trx, projectId, fields, changed);
}

interface DocumentValues {
  readonly id: string;
  readonly own: OwnMetadata;
  readonly stated: StatedMetadata;
  readonly source: StatedMetadata;
}

async function convertDocuments(
  trx: Executor,
  projectId: string,
  fields: readonly MetadataField[],
  changed: readonly string[],
): Promise<void> {
  const failures = new Map<string, number>();
  const lowerCase = changed.map((key) => key.toLowerCase());
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<DocumentValues>`
      select d.id, d.own_metadata as own, dc.stated_metadata as stated, d.source_metadata as source
      from documents d join document_contents dc on dc.document_id = d.id
      where d.project_id = ${projectId} and d.deleted_at is null and d.id > ${after}
        and (d.own_metadata ?| ${[...changed]}::text[] or dc.stated_metadata ?| ${lowerCase}::text[] or d.source_metadata ?| ${lowerCase}::text[])
      order by d.id limit ${DOCUMENTS_PER_STATEMENT}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) break;
    await storeConverted(
      trx,
      rows.map((row) => convertDocument(fields, row, failures)),
    );
    after = last.id;
  }
  const [failure] = failures;
  if (failure) throw metadataErrors.notConvertible(failure[0], getType(fields, failure[0]), failure[1]);
}

const getType = (fields: readonly MetadataField[], key: string) =>
  fields.find((field) => field.key === key)?.type ?? '';

function convertDocument(
  fields: readonly MetadataField[],
  { id, own, stated, source }: DocumentValues,
  failures: Map<string, number>,
) {
  const converted = fields.flatMap(({ key, type }) => {
    if (!Object.hasOwn(own, key)) return [];
    const value = own[key];
    const result = value == null ? null : convertValue(type, value);
    if (result === undefined) failures.set(key, (failures.get(key) ?? 0) + 1);
    return [[key, result ?? null] as const];
  });
  const kept: OwnMetadata = Object.fromEntries(converted);
  return { id, own_metadata: kept, metadata: resolveMetadata(fields, kept, stated, source) };
}

async function storeConverted(trx: Executor, rows: readonly object[]): Promise<void> {
  await sql`
    update documents d set own_metadata = n.own_metadata, metadata = n.metadata
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, own_metadata jsonb, metadata jsonb)
    where d.id = n.id and (d.own_metadata, d.metadata) is distinct from (n.own_metadata, n.metadata)`.execute(trx);
}

/** Computes the metadata of a document after its values changed. The caller holds the lock of the fields. */
export async function refreshMetadata(
  trx: Executor,
  fields: readonly MetadataField[],
  documentId: string,
): Promise<void> {
  const { rows } = await sql<DocumentValues>`
    select d.id, d.own_metadata as own, dc.stated_metadata as stated, d.source_metadata as source
    from documents d join document_contents dc on dc.document_id = d.id where d.id = ${documentId}`.execute(trx);
  await storeConverted(
    trx,
    rows.map((row) => convertDocument(fields, row, new Map())),
  );
}

/**
 * Sets metadata of a locked document. A value equal to the current one stays as it is, so that a record can be sent
 * back. Throws a 422 like {@link parseMetadata}.
 */
export async function setMetadata(
  trx: Executor,
  fields: readonly MetadataField[],
  document: { readonly id: string; readonly metadata: Metadata; readonly own_metadata: OwnMetadata },
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const parsed = parseMetadata(fields, values);
  const changed = Object.entries(parsed).filter(([key, value]) => !isDeepStrictEqual(value, document.metadata[key]));
  if (changed.length === 0) return;
  const own = { ...document.own_metadata, ...Object.fromEntries(changed) };
  await trx
    .updateTable('documents')
    .set({ own_metadata: json(own) })
    .where('id', '=', document.id)
    .execute();
  await refreshMetadata(trx, fields, document.id);
}

/** Sets what the source states about a document. */
export async function setSourceMetadata(
  trx: Executor,
  projectId: string,
  documentId: string,
  stated: StatedMetadata,
): Promise<void> {
  const fields = await lockMetadataFields(trx, projectId, 'share');
  await trx
    .updateTable('documents')
    .set({ source_metadata: json(stated) })
    .where('id', '=', documentId)
    .execute();
  await refreshMetadata(trx, fields, documentId);
}
