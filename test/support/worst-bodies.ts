import type { Operation } from '../../api/operation.ts';
import { MAX_VALUES } from '../../api/plugins/json.ts';
import { share } from './walk-plan.ts';

/** A body that costs its reader as much as a body can. */
export interface WorstBody {
  readonly what: string;
  readonly type: string;
  readonly body: string | Buffer;
  /** Statuses that are right for it whatever the operation. */
  readonly statuses: readonly number[];
}

/** What a body may hold. */
export interface Bounds {
  /** Bytes of a JSON body, and of the fields of a form. */
  readonly body: number;
  /** Bytes of a form. */
  readonly form: number;
}

const BOUNDARY = 'worst';
const JSON_TYPE = 'application/json';
const TAKEN: readonly number[] = [200, 202, 400, 401, 403, 404, 409, 413, 422, 429];
const TOO_LARGE = [413];
/** Values left out of the most allowed, for what stands around a list. */
const AROUND = 50;

/** Repeats a part until so many bytes, or so many values of it, are reached. */
function filled(
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

/** The names of a body's fields that are lists, and of those that are texts. */
function fieldsOf(op: Operation): { lists: string[]; texts: string[] } {
  const properties = Object.entries((op.request.body as { properties?: object } | null)?.properties ?? {});
  const types = (schema: { type?: string; anyOf?: { type?: string }[] }) =>
    [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  const named = (type: string) => properties.filter(([, schema]) => types(schema).includes(type)).map(([name]) => name);
  return { lists: named('array'), texts: named('string') };
}

/** The example of an operation with fields in place of its own, as JSON. */
function exampleWith(op: Operation, fields: string): string {
  const example = JSON.stringify(op.request.example ?? {});
  return example === '{}' ? `{${fields}}` : `${example.slice(0, -1)},${fields}}`;
}

/** Most bodies of an operation that are read before anything is known of it. */
const MOST_ALIKE = 5;

/**
 * The worst bodies of an operation, each as large as its bounds allow. For one that takes no body they are broken at their
 * end: taken, they would do what the operation does. With a turn, those that every operation reads alike are only some:
 * operations whose turns follow each other meet others.
 */
export function worstBodies(op: Operation, bounds: Bounds, turn?: number): WorstBody[] {
  const json: MakeJson = (what, body, statuses = TAKEN) => ({
    what,
    type: JSON_TYPE,
    body: op.request.body === null ? body.slice(0, -1) : body,
    statuses,
  });
  const room = bounds.body - JSON.stringify(op.request.example ?? {}).length - 50;
  const most = MAX_VALUES - AROUND;
  const alike = worstOfAll(op, json, room, bounds);
  return [
    ...(turn === undefined ? alike : share(alike, MOST_ALIKE, turn)).map((make) => make()),
    ...worstFields(op, json, room),
    ...(op.id === 'task_run.create' ? worstInputs(json, room, most) : []),
    ...(op.request.form?.schema ? worstForms(bounds) : []),
  ];
}

type MakeJson = (what: string, body: string, statuses?: readonly number[]) => WorstBody;

/** What costs the same whatever the operation is, each made when it is wanted. */
function worstOfAll(op: Operation, json: MakeJson, room: number, bounds: Bounds): (() => WorstBody)[] {
  const most = MAX_VALUES - AROUND;
  const tooMany = bounds.body / 3 > MAX_VALUES ? TOO_LARGE : TAKEN;
  const many = (begin: string, part: (at: number) => string, end: string) =>
    exampleWith(op, filled(begin, part, end, room, most));
  return [
    () =>
      json(
        'empty objects up to the bound',
        filled('{"z":[', () => '{}', ']}', room),
        tooMany,
      ),
    () => {
      const deep = Math.floor(room / 6);
      return json('an object in an object in an object …', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, [400, 422]);
    },
    () => json('opening brackets', '['.repeat(room), [400, 422]),
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
    () => json('one long text', exampleWith(op, `"z":"${'x'.repeat(room)}"`)),
    () => json('one long text of escapes', exampleWith(op, `"z":"${'\\u00e9'.repeat(Math.floor(room / 6))}"`)),
    () => json('one long text of other scripts', exampleWith(op, `"z":"${'漢'.repeat(Math.floor(room / 3))}"`)),
    () => json('one long key', exampleWith(op, `"${'x'.repeat(room)}":1`)),
    () => json('one long number', exampleWith(op, `"z":${'9'.repeat(room)}`)),
    () => json('spaces', exampleWith(op, `"z":${' '.repeat(room)}1`)),
  ];
}

/** What stands in the operation's own fields. */
function worstFields(op: Operation, json: MakeJson, room: number): WorstBody[] {
  const { lists, texts } = fieldsOf(op);
  const items = (name: string) => filled(`"${name}":[`, () => '7.5', ']', room, MAX_VALUES - AROUND);
  return [
    ...lists.map((name) => json(`wrong items of ${name}`, exampleWith(op, items(name)))),
    ...texts.map((name) =>
      json(`a long text as ${name}`, exampleWith(op, `"${name}":"${'x '.repeat(Math.floor(room / 2))}"`)),
    ),
  ];
}

/** What a run keeps of its body, in every form that fits. */
function worstInputs(json: MakeJson, room: number, most: number): WorstBody[] {
  const file = (content: string) => `{"task_input":{"text":"x"},"task_files":[{"name":"a","content":"${content}"}]}`;
  const base64 = 'A'.repeat(Math.floor(room / 4) * 4 - 400);
  return [
    json(
      'an input of very many keys',
      filled('{"task_input":{"text":"x","z":{', (at) => `"k${at}":1`, '}}}', room, most),
    ),
    json(
      'an input of very many lists',
      filled('{"task_input":{"text":"x","z":[', () => '[]', ']}}', room, most),
    ),
    json('an input of one long text', `{"task_input":{"text":"${'é'.repeat(Math.floor(room / 2) - 50)}"}}`),
    json('a long file in base64', file(base64)),
    json('a long file in what is nearly base64', file(`${base64.slice(0, -2)}!`)),
  ];
}

function worstForms(bounds: Bounds): WorstBody[] {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const part = (head: string, content: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const form = (what: string, parts: readonly (string | Buffer)[], statuses: readonly number[] = TAKEN): WorstBody => ({
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
        filled('{"text":"x","z":[', () => '{}', ']}', bounds.body - 100, MAX_VALUES - AROUND),
      ),
    ]),
  ];
}
