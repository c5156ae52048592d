import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../drill/random.ts';
import { createFixture, type Fixture } from '../../guards/fixture.ts';
import { type Json, openWorld, type World } from '../../support/client.ts';

/** The same cases each time. FUZZ_SEED and FUZZ_ROUNDS (of each malformed part per operation) select others. */
const SEED = process.env.FUZZ_SEED ?? 'holdfast';
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1);
/** Number of concurrent requests. */
const LANES = 8;

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  '0',
  '-1',
  '1e999',
  'null',
  'true',
  '[]',
  '{}',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '%',
  '%ff',
  '💥'.repeat(50),
  'x'.repeat(5000),
  '9'.repeat(400),
  'u|@hc7.h2uj.org',
  'a@b',
  '"a b"@example.com',
  'a@[127.0.0.1]',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'https://user:pw@[::1]:99999/',
  'javascript:alert(1)',
  'P99999999999Y',
  '__proto__',
  'constructor',
];
const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  [],
  {},
  [null],
  [[]],
  [{}],
  { '': '' },
  { toString: 1 },
  Array.from({ length: 300 }, () => 'x'),
];
const ODD_BODIES = [
  '',
  ' ',
  'null',
  '1',
  '"x"',
  '[]',
  '{',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"a":"\\ud800"}',
  `${'['.repeat(2000)}`,
  '{"a":1e400}',
  '--b\r\n\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n\x89PNG\r\n--b--\r\n',
  '--b\r\ncontent-disposition: form-data; name="task_input"\r\ncontent-type: application/json\r\n\r\n{"a"\r\n--b--\r\n',
  '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n',
  'a=b&c=d',
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="',
  'multipart/mixed; boundary=b',
  'text/plain',
  'nonsense',
  ';',
  'application/json;;;=',
];
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/event-stream;q=x, */*' },
  { accept: 'nonsense' },
  { accept: 'application/xml' },
  { prefer: 'wait=-1' },
  { prefer: 'wait=99999999999999999999' },
  { prefer: 'respond-async; wait=, ,=' },
  { 'idempotency-key': 'ä' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'last-event-id': '-1' },
  { 'last-event-id': '99999999999999999999' },
  { 'last-event-id': 'x' },
  { 'if-none-match': '"' },
  { 'x-request-id': '../..' },
  { 'x-forwarded-for': 'nobody, ,' },
  { cookie: 'holdfast.session_token=%; a=b;;=;' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { range: 'bytes=9-1' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Bearer \u00e9' },
  { authorization: 'Basic eDp5' },
  { authorization: '' },
];

/** An operation as the document describes it. */
interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

/** A malformed request. */
interface Case {
  readonly at: Described;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

let world: World;
let fixture: Fixture;
let describedOperations: Described[];

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
  const document = (await (await fetch(`${world.stack.baseUrl}/api/v1/openapi.json`)).json()) as Json;
  describedOperations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  // Deletions run last, so that the others have resources.
  const takesAway = ({ method, path }: Described) => (method === 'DELETE' ? (/\{project_id\}$/.test(path) ? 2 : 1) : 0);
  describedOperations.sort((a, b) => takesAway(a) - takesAway(b));
});
afterAll(() => world.close());

/** Returns a value with one replaced part at any depth. */
function mutateValue(random: Random, value: unknown): unknown {
  const places = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  if (places.length === 0 || random.chance(0.15)) return random.pick(ODD_VALUES);
  const copy = structuredClone(value) as Record<string, unknown>;
  const place = random.pick(places);
  if (random.chance(0.1)) delete copy[place];
  else copy[place] = mutateValue(random, copy[place]);
  return copy;
}

function getExample(operation: Json): unknown {
  const content = operation.requestBody?.content?.['application/json'];
  return (
    content?.example ?? content?.schema?.examples?.[0] ?? Object.values<Json>(content?.examples ?? {})[0]?.value ?? {}
  );
}

/** Returns a body with the field names of the schema and odd values. */
function createOddFields(random: Random, operation: Json): Record<string, unknown> {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const names = Object.keys(schema?.properties ?? {}).filter(() => random.chance(0.3));
  return Object.fromEntries(names.map((name) => [name, random.pick(ODD_VALUES)]));
}

/** Returns malformed parts of a request, one at a time, so that the rest is reached. */
const WRONG = ['path', 'query', 'headers', 'value', 'fields', 'body', 'type'] as const;

/** Returns the cases of an operation: each malformed part once per round. */
function createCases(at: Described): Case[] {
  const random = createRandom(`${SEED} ${at.method} ${at.path}`);
  const wrong = at.operation.requestBody === undefined ? WRONG.slice(0, 3) : WRONG;
  return Array.from({ length: ROUNDS }, () => wrong.map((part) => createCase(random, at, part))).flat();
}

function createCase(random: Random, at: Described, wrong: (typeof WRONG)[number]): Case {
  const { operation } = at;
  const hasBody = operation.requestBody !== undefined;
  const parameters: Json[] = operation.parameters ?? [];
  const named = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name as string);
  const spoilt = wrong === 'path' && named.length > 0 ? random.pick(named) : undefined;
  const path = at.path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(
      (name === spoilt ? random.pick(ODD_TEXTS.slice(1)) : (fixture.ids[name] ?? name)).toWellFormed(),
    ),
  );
  const query = new URLSearchParams();
  for (const { name } of parameters.filter((parameter) => parameter.in === 'query'))
    if (wrong === 'query' && random.chance(0.5)) query.append(name, random.pick(ODD_TEXTS));
  if (wrong === 'query') query.append(random.pick(ODD_TEXTS), random.pick(ODD_TEXTS));
  const example = getExample(operation);
  const bodies: Partial<Record<(typeof WRONG)[number], () => string | undefined>> = {
    value: () => JSON.stringify(mutateValue(random, example)),
    fields: () => JSON.stringify({ ...(example as object), ...createOddFields(random, operation) }),
    body: () => random.pick(ODD_BODIES),
    type: () => random.pick(ODD_BODIES),
  };
  const body = hasBody ? (bodies[wrong] ?? (() => JSON.stringify(example)))() : undefined;
  const type = wrong === 'type' ? random.pick(TYPES) : 'application/json';
  const headers = {
    authorization: `Bearer ${fixture.tenant.key}`,
    // Accepted runs are not awaited.
    prefer: 'respond-async',
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(wrong === 'headers' ? random.pick(ODD_HEADERS) : {}),
  };
  return { at, url: `${world.stack.baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, headers, body };
}

/** Returns what is wrong with the response, or undefined. */
async function findProblem({ at, url, headers, body }: Case): Promise<string | undefined> {
  const abort = new AbortController();
  const answer = await fetch(url, {
    method: at.method,
    headers: encodeHeaders(headers),
    body: body ?? null,
    signal: abort.signal,
  });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const isStream = type === 'text/event-stream';
  const text = isStream ? '' : await answer.text();
  if (isStream) abort.abort();
  // The model of a query has no script.
  if (answer.status >= 500 && !text.includes('"MODEL_INVALID_ANSWER"')) return `${answer.status} ${text}`;
  // The document's description declares responses of every path, even unknown ones, once.
  if (/"reason":"(ROUTE_NOT_FOUND|METHOD_NOT_ALLOWED|MALFORMED_PATH)"/.test(text)) return undefined;
  const declared = at.operation.responses?.[answer.status];
  if (declared === undefined) return `${answer.status} is not declared: ${text}`;
  const types = Object.keys(declared.content ?? {});
  const isDeclared = types.length === 0 ? text === '' : types.includes(type) || types.includes('*/*');
  return isDeclared ? undefined : `${answer.status} as ${type}, declared: ${types.join(', ')}`;
}

/** Encodes header values for the wire. */
function encodeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
}

describe('a malformed request', () => {
  it('gets a documented status and content type below 500 from every operation of the document', async () => {
    const faults: string[] = [];
    let sent = 0;
    for (const at of describedOperations) {
      const cases = createCases(at).values();
      const lane = async () => {
        for (const each of cases) {
          sent += 1;
          const fault = await findProblem(each);
          if (fault === undefined) continue;
          const { url, headers, body } = each;
          faults.push(
            `${at.method} ${url} ${JSON.stringify({ headers, body })?.slice(0, 400)}: ${fault.slice(0, 300)}`,
          );
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
    expect(sent).toBeGreaterThan(1000 * ROUNDS);
    expect(faults).toEqual([]);
  });
});
