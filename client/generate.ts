import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const HEAD = '// Made by `npm run client` from the OpenAPI document of the API; not edited by hand.\n';

/** Generates `openapi.ts` from the OpenAPI document. */
export async function generateTypes(document: object): Promise<string> {
  const nodes = await openapiTypes(removeUnusedParts(document as Document) as unknown as OpenAPI3, {
    silent: true,
    immutable: true,
    // Sorted, so that parallel additions do not conflict.
    alphabetize: true,
    defaultNonNullable: false,
    transform: (schema) =>
      schema.format === 'binary' ? ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob')) : undefined,
  });
  return HEAD + astToString(nodes);
}

interface Response {
  readonly description: string;
  headers?: unknown;
  readonly content?: Readonly<Record<string, { examples?: unknown }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, unknown> }>>>>;
  readonly components: Readonly<Record<string, unknown>> & {
    readonly schemas: Readonly<Record<string, { examples?: unknown }>>;
  };
}

/**
 * Returns a copy without data that types ignore and without response headers, and names each set of errors, because
 * many operations share them.
 */
function removeUnusedParts(document: Document): Document {
  const copy = structuredClone(document);
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(operation.responses as Record<string, Response>)) {
      delete response.headers;
      for (const content of Object.values(response.content ?? {})) delete content.examples;
      if (Number(status) < 400) continue;
      const name = `${status}.${response.description.replaceAll(', ', '.')}`;
      responses[name] ??= response;
      if (JSON.stringify(responses[name]) !== JSON.stringify(response)) continue;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  for (const schema of Object.values(copy.components.schemas)) delete schema.examples;
  return { ...copy, components: { ...copy.components, headers: {}, examples: {}, responses } };
}
