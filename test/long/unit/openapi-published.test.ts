import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeclaredTool, TOOL_ID } from '../../../src/connections/integrations/declaration.ts';
import { getFileNames, type RequestFile } from '../../../src/connections/integrations/files.ts';
import { DocumentError, type ParsedDocument } from '../../../src/connections/integrations/openapi/document.ts';
import { toParsedDocument } from '../../../src/connections/integrations/openapi/parse-document.ts';
import { readDocument } from '../../../src/connections/integrations/openapi/read-document.ts';
import { checkDocument } from '../../../src/connections/integrations/openapi/validate-document.ts';
import { buildRequest } from '../../../src/connections/integrations/request.ts';
import { createGuardedClient } from '../../../src/platform/http/guarded-client.ts';
import { isRecord } from '../../../src/platform/json-schema.ts';
import { readCorpus } from '../../support/corpora.ts';
import { type EchoApi, startEchoApi } from '../../support/echo-api.ts';

/** Published documents: the number of supported operations, and of skipped ones by reason. */
const DOCUMENTS: readonly (readonly [name: string, tools: number, leftOut?: Readonly<Record<string, number>>])[] = [
  ['kubernetes.io', 818, { operation_parameters_too_long: 27 }],
  ['stripe.com', 451, { operation_origin_not_allowed: 1 }],
  ['asana.com', 167],
  ['box.com', 228, { operation_origin_not_allowed: 13, operation_path_characters: 19 }],
  ['digitalocean.com', 290],
  ['slack.com', 174],
  ['bitbucket.org', 305],
  ['circleci.com', 22],
  ['clever-cloud.com', 323, { operation_path_start: 1 }],
  ['clever.com', 44],
  ['docusign.net', 365, { operation_parameters_too_long: 37 }],
  ['exavault.com', 59],
  ['flickr.com', 3, { operation_path_characters: 22 }],
  ['gitea.io', 346],
  ['gitlab.com', 358],
  ['instagram.com', 27],
  ['jira.local', 324],
  ['mastodon.local', 114, { operation_body_type: 13 }],
  ['meraki.com', 248],
  ['netlify.com', 120],
  ['notion.com', 13],
  ['openai.com', 28],
  ['pinecone.io', 9, { operation_origin_not_allowed: 6 }],
  ['plaid.com', 200],
  ['rapidapi.com', 5],
  ['sendgrid.com', 334],
  ['shipengine.com', 90],
  ['snyk.io', 103],
  ['spotify.com', 88],
  ['telegram.org', 74],
  ['trello.com', 324],
  ['vercel.com', 112, { operation_header: 1 }],
  ['vimeo.com', 326],
  ['webflow.com', 119],
  ['wikimedia.org', 35],
  ['xkcd.com', 2],
  ['zoom.us', 373],
  ['zuora.com', 423, { operation_parameters_too_long: 5 }],
  ['mailchimp.com', 272],
  ['squareup.com', 196, { operation_parameters_too_long: 4 }],
  ['twilio.com/api', 195],
  ['twilio.com/twilio_messaging_v1', 50],
  ['bunq.com', 429],
  ['netbox.dev', 844],
  ['1forge.com', 2],
  ['adafruit.com', 71],
  ['amadeus.com', 1, { operation_header: 1 }],
  ['akeneo.com', 144],
  ['anchore.io', 112],
  ['appcenter.ms', 352],
  ['visma.net', 490],
  ['dracoon.team', 297],
  ['loket.nl', 656, { operation_body_type: 5, operation_origin_not_allowed: 2 }],
  ['unicourt.com', 158],
  ['mist.com', 779],
  ['autotask.net', 2958],
  ['rubrikinc.github.io', 454],
  ['chaingateway.io', 119],
  ['alertersystem.com', 500],
  ['1password.local/connect', 12, { operation_origin_not_allowed: 3 }],
  ['github.com/api.github.com', 844, { operation_origin_not_allowed: 1 }],
  ['adyen.com/CheckoutService', 20, { operation_parameters_too_long: 5 }],
  ['apple.com/app-store-connect', 252],
  ['spotify.com/sonallux', 89],
  ['nytimes.com/article_search', 1],
];

let api: EchoApi;
beforeAll(async () => {
  api = await startEchoApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function openDocument(name: string): Promise<ParsedDocument> {
  const found = readDocument(readCorpus(`openapi/${name}.json`));
  await checkDocument(found);
  return toParsedDocument(found, { baseUrl: `${api.url}/base` });
}

/** Counts skipped operations by the code of the reason. */
function countReasons({ skipped: leftOut }: ParsedDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of leftOut) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns a minimal valid value of a schema. */
function createSample(given: unknown, defs: Schema, levels = 6): unknown {
  if (!isRecord(given) || levels === 0) return 'x';
  const { $ref, enum: values, const: fixed, type, items, properties, required, allOf, anyOf, oneOf } = given;
  const below = (schema: unknown) => createSample(schema, defs, levels - 1);
  if (typeof $ref === 'string') return below(defs[$ref.slice('#/$defs/'.length)]);
  if (Array.isArray(values)) return values[0];
  if (fixed !== undefined) return fixed;
  const [alternative] = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? [list[0]] : []));
  if (alternative !== undefined && !isRecord(properties)) return below(alternative);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'array') return [below(items ?? {})];
  if (kind === 'object' || isRecord(properties) || Array.isArray(allOf)) {
    const own = isRecord(properties) ? properties : {};
    const needed = Array.isArray(required) ? required.filter((name) => Object.hasOwn(own, name)) : [];
    const members = needed.map((name) => [name, below(own[name])]);
    return Object.assign({}, ...(Array.isArray(allOf) ? allOf.map(below) : []), Object.fromEntries(members));
  }
  if (kind === 'integer' || kind === 'number') return typeof given.minimum === 'number' ? Math.ceil(given.minimum) : 1;
  if (kind === 'boolean') return true;
  return 'x'.repeat(typeof given.minLength === 'number' ? Math.max(1, Math.min(given.minLength, 100)) : 1);
}

function argumentsFor({ parameters, request: { body } }: DeclaredTool): Record<string, unknown> {
  const defs = isRecord(parameters.$defs) ? parameters.$defs : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  // Some forms declare no schema.
  const whole = body?.type === 'multipart' || body?.type === 'form' ? body.from : {};
  const valueFor = (name: string) => {
    const value = createSample(properties[name], defs);
    return 'whole' in whole && whole.whole === name && !isRecord(value) ? {} : value;
  };
  return Object.fromEntries(required.map((name) => [name, valueFor(String(name))]));
}

/** Request parts with special serialization. */
function getSerialization({ request }: DeclaredTool): string {
  const { method, root, places = {}, query = [], headers = [], body } = request;
  const styles = [...Object.values(places), ...query].map(({ style }) => style ?? '');
  const parts = Object.values(body?.parts ?? {}).map(({ file }) => (file ? 'file' : 'typed'));
  return [method, root !== undefined, headers.length > 1, body?.type, ...new Set([...styles, ...parts])].join(' ');
}

const FILE: RequestFile = { name: 'x', mediaType: 'image/png', bytes: Buffer.from('bytes') };
const http = createGuardedClient({ allowPrivate: ['127.0.0.1'] });

describe('a published document', () => {
  test('is one of more than sixty, most of whose operations are supported', () => {
    expect(DOCUMENTS.length).toBeGreaterThanOrEqual(60);
    const offered = DOCUMENTS.reduce((sum, [, tools]) => sum + tools, 0);
    const leftOut = DOCUMENTS.flatMap(([, , reasons = {}]) => Object.values(reasons)).reduce((a, b) => a + b, 0);
    expect(leftOut / (offered + leftOut)).toBeLessThan(0.02);
  });

  test.each(DOCUMENTS.map(([name, tools, leftOut = {}]) => ({ name, tools, leftOut })))(
    'of $name yields $tools tools, and one of each kind is called',
    async ({ name, tools, leftOut }) => {
      const document = await openDocument(name);
      expect({ tools: document.tools.length, leftOut: countReasons(document) }).toEqual({ tools, leftOut });
      const kinds = new Map(document.tools.map((tool) => [getSerialization(tool), tool]));
      for (const tool of kinds.values()) {
        expect(tool.id).toMatch(TOOL_ID);
        const args = argumentsFor(tool);
        const files = new Map(getFileNames(tool, args).map((file) => [file, FILE]));
        const request = buildRequest(document.baseUrl, tool, args, files);
        expect((await http.request(request)).status).toBe(200);
        const received = api.received.at(-1);
        expect(received?.method).toBe(tool.request.method);
        expect(received?.path).toMatch(/^\/base\/[^{}]*$|^\/base[^{}]*$/);
        expect(received?.headers.accept).toBe(request.headers.accept);
        if (files.size > 0) expect(received?.body.includes(Buffer.from(FILE.bytes))).toBe(true);
      }
    },
    120_000,
  );

  test('of Kubernetes is called at the address of a cluster, although its operations name another', async () => {
    const { tools } = await openDocument('kubernetes.io');
    const tool = tools.find(({ request }) => request.path === '/api/v1/pods' && request.method === 'GET');
    if (!tool) throw new Error('there is no list of pods');
    expect(buildRequest('https://cluster.example:6443', tool, {})).toMatchObject({
      url: 'https://cluster.example:6443/api/v1/pods',
      headers: { accept: expect.stringContaining('application/json') },
    });
  });

  test('of an older or no version is rejected with a message', async () => {
    expect(() => readDocument(Buffer.from('{"swagger":"2.0","paths":{}}'))).toThrow(DocumentError);
  });
});
