import type { Operation } from '../../api/operation.ts';
import { MAX_VALUES } from '../../api/plugins/json.ts';
import { selectShare } from './walk-plan.ts';

/** A body that is as expensive as possible to read. */
export interface HostilePayload {
  readonly what: string;
  readonly type: string;
  readonly body: string | Buffer;
  /** Valid statuses for any operation. */
  readonly statuses: readonly number[];
}

/** Limits of a body. */
interface Bounds {
  /** Maximum bytes of a JSON body and of form fields. */
  readonly body: number;
  /** Maximum bytes of a form. */
  readonly form: number;
}

const BOUNDARY = 'worst';
const JSON_TYPE = 'application/json';
const EXPECTED_STATUSES: readonly number[] = [200, 202, 400, 401, 403, 404, 409, 413, 422, 429];
const TOO_LARGE = [413];
/** Values reserved for the structure around a list. */
const RESERVED_VALUES = 50;

/** Repeats a part up to a number of bytes or values. */
function fillBody(
  begin: string,
  part: (at: number) => string,
  end: string,
  bytes: number,
  values = Number.POSITIVE_INFINITY,
) {
  const parts: string[] = [begin];
  let size = begin.length + end.length;
  for (let at = 0; at < values; at++) {
    const next = (at === 0 ? '' : ',') + part(at);
    size += next.length;
    if (size > bytes) break;
    parts.push(next);
  }
  return parts.join('') + end;
}

/** Returns the names of list fields and text fields. */
function listFields(op: Operation): { lists: string[]; texts: string[] } {
  const properties = Object.entries((op.request.body as { properties?: object } | null)?.properties ?? {});
  const types = (schema: { type?: string; anyOf?: { type?: string }[] }) =>
    [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  const named = (type: string) => properties.filter(([, schema]) => types(schema).includes(type)).map(([name]) => name);
  return { lists: named('array'), texts: named('string') };
}

/** Returns the operation's example as JSON with other fields. */
function createExample(op: Operation, fields: string): string {
  const example = JSON.stringify(op.request.example ?? {});
  return example === '{}' ? `{${fields}}` : `${example.slice(0, -1)},${fields}}`;
}

/** Maximum number of common payloads, and of those in fields, per operation. */
const MAX_PAYLOADS = 3;

/**
 * Returns hostile payloads for an operation, each as large as its limits allow. For an operation without a body, they
 * are truncated, because a valid one would execute it. `turn` selects some of the common payloads and of the fields.
 */
export function createHostilePayloads(op: Operation, bounds: Bounds, turn?: number): HostilePayload[] {
  const json: MakeJson = (what, body, statuses = EXPECTED_STATUSES) => ({
    what,
    type: JSON_TYPE,
    body: op.request.body === null ? body.slice(0, -1) : body,
    statuses,
  });
  const valueCount = bounds.body - JSON.stringify(op.request.example ?? {}).length - 50;
  const most = MAX_VALUES - RESERVED_VALUES;
  const alike = createCommonPayloads(op, json, valueCount, bounds);
  const select = <T>(all: readonly T[]) => (turn === undefined ? all : selectShare(all, MAX_PAYLOADS, turn));
  return [
    ...select(alike).map((make) => make()),
    ...select(createFieldPayloads(op, json, valueCount)).map((make) => make()),
    ...(op.id === 'task_run.create' ? createInputPayloads(json, valueCount, most) : []),
    ...(op.request.form ? createFormPayloads(bounds) : []),
  ];
}

type MakeJson = (what: string, body: string, statuses?: readonly number[]) => HostilePayload;

/** Returns payloads that cost the same for every operation. Each is created lazily. */
function createCommonPayloads(
  op: Operation,
  json: MakeJson,
  valueCount: number,
  bounds: Bounds,
): (() => HostilePayload)[] {
  const most = MAX_VALUES - RESERVED_VALUES;
  const tooMany = bounds.body / 3 > MAX_VALUES ? TOO_LARGE : EXPECTED_STATUSES;
  const many = (begin: string, part: (at: number) => string, end: string) =>
    createExample(op, fillBody(begin, part, end, valueCount, most));
  return [
    () =>
      json(
        'empty objects up to the bound',
        fillBody('{"z":[', () => '{}', ']}', valueCount),
        tooMany,
      ),
    () => {
      const deep = Math.floor(valueCount / 6);
      return json('an object in an object in an object …', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, [400, 422]);
    },
    () => json('opening brackets', '['.repeat(valueCount), [400, 422]),
    () =>
      json(
        'as many empty objects as allowed',
        many('"z":[', () => '{}', ']'),
      ),
    () =>
      json(
        'as many different keys as allowed',
        many('"z":{', (at) => `"k${at}":1`, '}'),
      ),
    () =>
      json(
        'as many numeric keys as allowed',
        many('"z":{', (at) => `"${at * 7919}":1`, '}'),
      ),
    () =>
      json(
        'one key again and again',
        many('"z":{', () => '"a":1', '}'),
      ),
    () =>
      json(
        'as many texts with an escape as allowed',
        many('"z":[', () => `"${'x'.repeat(80)}\\u0041"`, ']'),
      ),
    () => json('one long text', createExample(op, `"z":"${'x'.repeat(valueCount)}"`)),
    () => json('one long text of escapes', createExample(op, `"z":"${'\\u00e9'.repeat(Math.floor(valueCount / 6))}"`)),
    () => json('one long text of other scripts', createExample(op, `"z":"${'漢'.repeat(Math.floor(valueCount / 3))}"`)),
    () => json('one long key', createExample(op, `"${'x'.repeat(valueCount)}":1`)),
    () => json('one long number', createExample(op, `"z":${'9'.repeat(valueCount)}`)),
    () => json('spaces', createExample(op, `"z":${' '.repeat(valueCount)}1`)),
  ];
}

/** Returns payloads in the operation's own fields. Each is created lazily. */
function createFieldPayloads(op: Operation, json: MakeJson, valueCount: number): (() => HostilePayload)[] {
  const { lists, texts } = listFields(op);
  const items = (name: string) => fillBody(`"${name}":[`, () => '7.5', ']', valueCount, MAX_VALUES - RESERVED_VALUES);
  return [
    ...lists.map((name) => () => json(`wrong items of ${name}`, createExample(op, items(name)))),
    ...texts.map(
      (name) => () =>
        json(`a long text as ${name}`, createExample(op, `"${name}":"${'x '.repeat(Math.floor(valueCount / 2))}"`)),
    ),
  ];
}

/** Returns payloads in the stored input of a run. */
function createInputPayloads(json: MakeJson, valueCount: number, most: number): HostilePayload[] {
  const file = (content: string) => `{"task_input":{"text":"x"},"task_files":[{"name":"a","content":"${content}"}]}`;
  const base64 = 'A'.repeat(Math.floor(valueCount / 4) * 4 - 400);
  return [
    json(
      'an input of very many keys',
      fillBody('{"task_input":{"text":"x","z":{', (at) => `"k${at}":1`, '}}}', valueCount, most),
    ),
    json(
      'an input of very many lists',
      fillBody('{"task_input":{"text":"x","z":[', () => '[]', ']}}', valueCount, most),
    ),
    json('an input of one long text', `{"task_input":{"text":"${'é'.repeat(Math.floor(valueCount / 2) - 50)}"}}`),
    json('a long file in base64', file(base64)),
    json('a long file in what is nearly base64', file(`${base64.slice(0, -2)}!`)),
  ];
}

function createFormPayloads(bounds: Bounds): HostilePayload[] {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const part = (head: string, content: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const form = (
    what: string,
    parts: readonly (string | Buffer)[],
    statuses: readonly number[] = EXPECTED_STATUSES,
  ): HostilePayload => ({
    what,
    type,
    body: Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((each) => Buffer.from(each as string))),
    statuses,
  });
  const input = part('name="task_input"', '{"text":"x"}');
  const open = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="task_file"; filename="a"\r\n\r\n`;
  const file = (content: string, bytes: number) => [input, open, Buffer.alloc(bytes, content), '\r\n'];
  const large = bounds.form - 2000;
  const third = 'x'.repeat(Math.floor(bounds.body / 3));
  return [
    form('a form of one large file', file('x', large)),
    form('a form of nearly boundaries', file(`\r\n--${BOUNDARY.slice(0, -1)}`, large)),
    form('a form of line breaks', file('\r\n', large)),
    form('a form of very many parts', [part('name="a"', 'b').repeat(Math.floor(large / 80))], TOO_LARGE),
    form(
      'a form of large fields',
      ['a', 'b', 'c'].map((name) => part(`name="${name}"`, third)),
    ),
    form('a form of a part with a very long head', [
      `--${BOUNDARY}\r\n${'x-a: b\r\n'.repeat(Math.floor(bounds.body / 8))}\r\n`,
    ]),
    form('a form of a field of very many values', [
      part(
        'name="task_input"',
        fillBody('{"text":"x","z":[', () => '{}', ']}', bounds.body - 100, MAX_VALUES - RESERVED_VALUES),
      ),
    ]),
  ];
}
