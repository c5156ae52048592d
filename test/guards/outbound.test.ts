import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Files that send requests without the guarded client, and why only the operator configures the addresses. */
const OWN_WAY = {
  'activities/knowledge/sources/imap/connection.ts': 'connects only to addresses that the guarded client resolved',
  'src/platform/http/connection.ts': 'the guarded client itself',
  'src/platform/http/exchange.ts': 'the guarded client itself',
  'src/platform/http/guarded-client.ts': 'the guarded client itself',
  'src/platform/models/providers/openai-compatible/ollama.ts':
    'asks for Ollama on this machine, or where the operator says it is',
  'src/platform/models/media/adapters.ts': 'model providers, through their transport and to their own addresses alone',
  'src/platform/models/stream-rewriting.ts': 'model providers, by the transport that it is given',
  'src/platform/models/providers/openai-compatible/responses.ts': 'model providers, by the transport that it is given',
  'src/platform/models/reranking/gateway.ts': 'rerankers, which the operator names, through the same transport',
  'src/platform/models/transport.ts': 'model providers, which the operator names',
  'src/files/blobs/s3-requests.ts': 'the bucket that the settings name',
  'src/platform/local/download-temporal.ts': '`npm start`: the Temporal server',
  'src/platform/local/launch.ts': 'the processes that it has just started',
  'src/platform/local/ready-message.ts': '`npm start`: the product it has just started',
  'src/platform/local/retry.ts': '`npm start`: the servers it has just started',
  'src/platform/temporal/sdk-metrics.ts': 'the metrics of its own process, on loopback',
} as const;

/** Ways to send requests: the global fetch, HTTP libraries, and sockets. */
const WAY_OUT =
  /(?<![.\w])(?:globalThis\.)?fetch\(|\bfrom '(?:undici|imapflow|node:https|node:http2|node:tls)'|\bimport\('undici'\)|\bimport (?:\* as )?\w+ from 'node:(?:http|net)'|\bimport \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:http|net)'|\bnew (?:WebSocket|EventSource)\(/;

it('outbound requests use the guarded client, or go to addresses that only the operator configures', () => {
  const files = ['api', 'activities', 'src', 'workflows'].flatMap((layer) =>
    globSync(`${layer}/**/*.ts`, { cwd: ROOT }),
  );
  const found = files.filter((file) => WAY_OUT.test(readFileSync(join(ROOT, file), 'utf8'))).toSorted();
  expect(
    found,
    'an address that a user, a model or another server gives is for src/platform/http/guarded-client.ts',
  ).toEqual(Object.keys(OWN_WAY).toSorted());
});
