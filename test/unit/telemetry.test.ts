import { globSync, readFileSync } from 'node:fs';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RunEnds } from '../../activities/runs/run-ends.ts';
import { traceRequests, withRequestSpan } from '../../api/plugins/tracing.ts';
import type { GuardedClient, GuardedRequest } from '../../src/platform/http/guarded-client.ts';
import type { ModelRequest } from '../../src/platform/models/request.ts';
import { toRequestAttributes, traceModelCall } from '../../src/platform/telemetry/model-spans.ts';
import { propagateTraces } from '../../src/platform/telemetry/propagation.ts';
import { traceToolCall } from '../../src/platform/telemetry/tool-spans.ts';
import { type RecordedSpan, type Span, setTracing, type Tracing } from '../../src/platform/telemetry/tracing.ts';
import { findRunTrace, traceAcceptance } from '../../src/runs/traces.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { createFakeDatabase } from '../support/fake-database.ts';

const ACTIVE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 };
const TRACEPARENT = `00-${ACTIVE.traceId}-${ACTIVE.spanId}-01`;

const turnOn = (recordsContent = false) =>
  setTracing({ recordsContent, active: () => ACTIVE } as Partial<Tracing> as Tracing);
afterEach(() => setTracing(undefined));

describe('traces that are off', () => {
  it('add no hook to requests, and return what the work returns without a wrapper', () => {
    const addHook = vi.fn();
    const app = { addHook } as Partial<FastifyInstance> as FastifyInstance;
    traceRequests(app);
    expect(addHook).not.toHaveBeenCalled();
    const done = Promise.resolve({ state: 'done' });
    const work = () => done;
    const forbidden = () => expect.unreachable('attributes are built for a span');
    const model = { provider: 'openai', name: 'm', providerModel: 'm' };
    expect(withRequestSpan({} as never, work)).toBe(done);
    expect(traceModelCall(model, 'chat', forbidden, work, forbidden)).toBe(done);
    expect(traceToolCall({ id: 'c', name: 'calculator', type: 'builtin', args: {} }, work)).toBe(done);
    expect(traceAcceptance(taskRunKind, { id: 'r', triggerType: 'api' }, work)).toBe(done);
    turnOn();
    traceRequests(app);
    expect(addHook).toHaveBeenCalledTimes(2);
  });

  it('load no package of OpenTelemetry: only two files import it, which are loaded when traces or metrics start', () => {
    const root = new URL('../../', import.meta.url).pathname;
    const files = globSync(`${root}{src,api,activities,workflows}/**/*.ts`);
    const findImporters = (module: string) => {
      const statement = new RegExp(`^(?:import|export) (?!type )[^;]*from '[^']*${module}`, 'm');
      return files.filter((file) => statement.test(readFileSync(file, 'utf8'))).map((file) => file.slice(root.length));
    };
    const importers = ['src/platform/telemetry/instruments.ts', 'src/platform/telemetry/tracer.ts'];
    expect(findImporters('@opentelemetry/').toSorted()).toEqual(importers);
    expect(findImporters('(?:telemetry|\\.)/(?:instruments|tracer)\\.ts')).toEqual([]);
  });
});

describe('the runs of a process that accepts and executes them', () => {
  const IDS = ['01980000-0000-7000-8000-0000000000a1', '01980000-0000-7000-8000-0000000000a2'];
  const span = { spanContext: () => ACTIVE } as Span;
  const recorded: RecordedSpan[] = [];
  const tracing = {
    span: (_name: string, _options: unknown, work: (started: Span) => Promise<unknown>) => work(span),
    record: (ended: RecordedSpan) => recorded.push(ended),
    parse: () => undefined,
    toRootContext: (traceId: string, spanId: string) => ({ traceId, spanId, traceFlags: 1 }),
  } as unknown as Tracing;

  it('need one statement for all that ended together, and none to find a trace', async () => {
    setTracing(tracing);
    let statements = 0;
    const db = createFakeDatabase(({ parameters }) => {
      statements += 1;
      const [ids] = parameters as [string[]];
      return ids.map((id) => ({
        id,
        status: 'completed',
        created: new Date(0),
        completed: new Date(5),
        started: null,
      }));
    });
    const recordRunEnd = vi.fn();
    const ends = new RunEnds({
      db,
      log: { warn: expect.unreachable },
      telemetry: { metrics: { recordRunEnd } },
    } as never);
    for (const id of IDS) {
      await traceAcceptance(taskRunKind, { id, triggerType: 'api' }, async () => undefined);
      expect(await findRunTrace(tracing, db, taskRunKind, id)).toMatchObject({ accepted: ACTIVE, link: undefined });
      ends.add(taskRunKind, id);
      ends.add(taskRunKind, id);
    }
    await ends.flush();
    expect(statements).toBe(1);
    expect(recorded.map(({ id, parent }) => [id?.spanId, parent])).toEqual([
      ['80000000000000a1', ACTIVE],
      ['80000000000000a2', ACTIVE],
    ]);
    expect(recordRunEnd.mock.calls).toEqual(IDS.map(() => ['task_run', 'completed', 0.005]));
    ends.add(taskRunKind, IDS[0] ?? '');
    await ends.flush();
    expect(recordRunEnd).toHaveBeenCalledTimes(2);
  });

  it('that are of an eval have a trace of their own', async () => {
    setTracing(tracing);
    const id = '01980000-0000-7000-8000-0000000000a3';
    await traceAcceptance(taskRunKind, { id, triggerType: 'eval' }, async () => undefined);
    const found = await findRunTrace(
      tracing,
      createFakeDatabase(() => []),
      taskRunKind,
      id,
    );
    expect(found).toMatchObject({ run: { traceId: id.replaceAll('-', '') }, accepted: undefined });
  });
});

describe('the traceparent of outbound requests', () => {
  const createClient = () => {
    const sent: { url: string; traceparent: string | null | undefined }[] = [];
    const client = {
      async request({ url, headers }: GuardedRequest) {
        sent.push({ url, traceparent: headers?.traceparent });
        return {};
      },
      fetch: () => async (url: string, init?: RequestInit) => {
        sent.push({ url, traceparent: new Headers(init?.headers).get('traceparent') });
        return new Response();
      },
    } as unknown as GuardedClient;
    return { client, sent };
  };

  it('goes to the hosts of TRACEPARENT_HOSTS and to no other', async () => {
    turnOn();
    const { client, sent } = createClient();
    const http = propagateTraces(client, ['tools.example.com', '*.inside.example']);
    const urls = [
      'https://tools.example.com/x',
      'https://a.inside.example/',
      'https://inside.example/',
      'https://example.com/',
    ];
    for (const url of urls) {
      await http.request({ method: 'GET', url });
      await http.fetch()(url);
    }
    expect(sent.map(({ traceparent }) => traceparent ?? null)).toEqual([
      TRACEPARENT,
      TRACEPARENT,
      TRACEPARENT,
      TRACEPARENT,
      null,
      null,
      null,
      null,
    ]);
  });

  it('goes nowhere by default, and does not replace one that the request names', async () => {
    turnOn();
    const { client, sent } = createClient();
    expect(propagateTraces(client, [])).toBe(client);
    await propagateTraces(client, ['*']).request({
      method: 'GET',
      url: 'https://x.example/',
      headers: { traceparent: 'own' },
    });
    expect(sent).toEqual([{ url: 'https://x.example/', traceparent: 'own' }]);
  });
});

describe('the attributes of a model call', () => {
  const request = {
    settings: { temperature: 0.5, max_tokens: 10 },
    system: 'Keep it secret.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Question' },
          { type: 'file', data: 'x', mediaType: 'image/png' },
        ],
      },
    ],
  } as unknown as ModelRequest;

  it('have no contents unless a setting says so, and never the bytes of a file', () => {
    turnOn();
    expect(toRequestAttributes(request)).toEqual({
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.max_tokens': 10,
      'gen_ai.output.type': 'text',
    });
    turnOn(true);
    const attributes = toRequestAttributes(request);
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'Question' },
          { type: 'file', mime_type: 'image/png' },
        ],
      },
    ]);
    expect(attributes['gen_ai.system_instructions']).toContain('Keep it secret.');
  });

  it('are named by the pinned version of the conventions', () => {
    turnOn(true);
    const known = new Set<unknown>(Object.values(conventions));
    expect(Object.keys(toRequestAttributes(request)).filter((name) => !known.has(name))).toEqual([]);
  });
});
