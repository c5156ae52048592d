import type { Json } from '../support/client.ts';

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** Path parameters in order. */
  readonly slots: readonly string[];
  /** Query parameters that take an identifier. */
  readonly queryIds: readonly string[];
  /** Body schemas by media type; empty without a body. */
  readonly bodies: Readonly<Record<string, { readonly schema: Json; readonly example?: Json }>>;
}

/** The OpenAPI document of a running service. */
export class Document {
  readonly #doc: Json;
  readonly operations: readonly DescribedOperation[];

  private constructor(doc: Json) {
    this.#doc = doc;
    const methods = ['get', 'post', 'put', 'patch', 'delete'];
    this.operations = Object.entries<Json>(doc.paths).flatMap(([path, item]) =>
      methods.filter((method) => item[method]).map((method) => this.#described(path, method, item)),
    );
  }

  static async fetch(origin: string): Promise<Document> {
    return new Document(await (await fetch(`${origin}/api/v1/openapi.json`)).json());
  }

  #described(path: string, method: string, item: Json): DescribedOperation {
    const op = item[method];
    const parameters = [...(item.parameters ?? []), ...(op.parameters ?? [])].map((one) => this.resolved(one));
    const queries = parameters.filter((one) => one.in === 'query' && this.#takesId(one.name, one.schema));
    const content = Object.entries<Json>(this.resolved(op.requestBody ?? {}).content ?? {});
    const bodies = content.map(([type, { schema, example, examples }]) => {
      const named = Object.values<Json>(examples ?? {})[0]?.value;
      return [type, { schema, example: example ?? named }];
    });
    return {
      id: op.operationId,
      method: method.toUpperCase(),
      path,
      tags: op.tags ?? [],
      slots: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
      queryIds: queries.map((one) => one.name),
      bodies: Object.fromEntries(bodies),
    };
  }

  /** Returns every scope that an operation requires. */
  scopes(): string[] {
    const paths = Object.values<Json>(this.#doc.paths).flatMap((item) => Object.values<Json>(item));
    const asked = paths.flatMap((op) =>
      (op.security ?? []).flatMap((one: Json) => Object.values<string[]>(one).flat()),
    );
    return [...new Set<string>(asked)];
  }

  /** Resolves a reference. */
  resolved(node: Json): Json {
    if (typeof node?.$ref !== 'string') return node ?? {};
    const found = node.$ref
      .slice(2)
      .split('/')
      .reduce((at: Json, part: string) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], this.#doc);
    return this.resolved(found);
  }

  #takesId(name: string, given: Json): boolean {
    const schema = this.resolved(given);
    const kinds = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => this.resolved(one));
    return /(^|_)ids?$/.test(name) || kinds.some((one) => one.format === 'uuid');
  }

  /** Returns the paths of a body's identifier fields. */
  bodyIds(given: Json, way: readonly string[] = [], name = ''): string[][] {
    const schema = this.resolved(given);
    if (way.length > 8) return [];
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const below = parts.flatMap((one) => this.bodyIds(one, way, name));
    if (schema.items) below.push(...this.bodyIds(schema.items, [...way, '0'], name));
    for (const [key, value] of Object.entries<Json>(schema.properties ?? {}))
      below.push(...this.bodyIds(value, [...way, key], key));
    const isText = schema.type === 'string' || schema.type?.includes?.('string');
    // In a body, the client's id at another server, which this one does not issue.
    if (name === 'client_id') return below;
    return isText && this.#takesId(name, schema) ? [[...way], ...below] : below;
  }

  /** Returns a minimal valid value of a schema. */
  sample(given: Json): Json {
    const schema = this.resolved(given);
    const shown = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
    if (shown !== undefined) return shown;
    const choice = (schema.anyOf ?? schema.oneOf)?.find((one: Json) => this.resolved(one).type !== 'null');
    if (choice) return this.sample(choice);
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'array') return schema.minItems ? [this.sample(schema.items)] : [];
    if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
    if (type === 'boolean') return false;
    if (type === 'string') return schema.format === 'email' ? 'somebody@example.com' : 'text';
    const needed = (schema.required ?? []).map((name: string) => [name, this.sample(schema.properties?.[name])]);
    return Object.fromEntries(needed);
  }

  /** Returns the operation's example body; undefined if it takes no JSON. */
  body(op: DescribedOperation): Json {
    const json = op.bodies['application/json'];
    return json && structuredClone(json.example ?? this.sample(json.schema));
  }

  /** Returns the example with an identifier at that path and the required fields around it. */
  bodyWith(op: DescribedOperation, way: readonly string[], id: string): Json {
    return this.#placed(this.body(op), op.bodies['application/json']?.schema, way, id);
  }

  #placed(body: Json, given: Json, [part, ...rest]: readonly string[], id: string): Json {
    if (part === undefined) return id;
    const schema = this.resolved(given);
    const kinds = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const at = kinds
      .map((one) => this.resolved(one))
      .find((one) => (part === '0' ? one.items : one.properties?.[part]));
    if (part === '0') return [this.#placed(this.sample(at?.items), at?.items, rest, id)];
    const base = body !== null && typeof body === 'object' ? body : this.sample(at);
    return { ...base, [part]: this.#placed(base[part], at?.properties[part], rest, id) };
  }
}
