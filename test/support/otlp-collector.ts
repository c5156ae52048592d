import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { eventually, type Json } from './client.ts';

/** The part of opentelemetry-proto 1.9 (collector/trace/v1 and trace/v1) that the tests read. */
const PROTO = `syntax = "proto3"; package otlp;
message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message InstrumentationScope { string name = 1; string version = 2; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
  int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  repeated Link links = 13; Status status = 15; }
message Link { bytes trace_id = 1; bytes span_id = 2; repeated KeyValue attributes = 4; }
message Status { string message = 2; int32 code = 3; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
  ArrayValue array_value = 5; } }
message ArrayValue { repeated AnyValue values = 1; }`;

const Request = protobuf.parse(PROTO).root.lookupType('otlp.ExportTraceServiceRequest');

/** A received span. Ids are hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly startMs: number;
  readonly endMs: number;
  readonly statusCode: number;
  readonly schemaUrl: string;
  readonly service: string;
}

/** Collector of OTLP/HTTP traces on loopback. */
export interface OtlpCollector extends AsyncDisposable {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Headers of the last export. */
  headers: Readonly<Record<string, unknown>>;
  /** Returns the spans of a trace once they match. */
  traceUntil(traceId: string, matches: (spans: readonly ReceivedSpan[]) => boolean): Promise<readonly ReceivedSpan[]>;
}

/** Starts a collector. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    collector.headers = request.headers;
    spans.push(...decode(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: {},
    traceUntil: (traceId, matches) => eventually(async () => spans.filter((span) => span.traceId === traceId), matches),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function decode(body: Buffer): ReceivedSpan[] {
  const request = Request.toObject(Request.decode(body), { defaults: true, longs: String }) as Json;
  return request.resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans, schemaUrl }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        attributes: toObject(span.attributes),
        links: span.links.map((link: Json) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        statusCode: span.status?.code ?? 0,
        schemaUrl,
        service: toObject(resource.attributes)['service.name'],
      })),
    ),
  );
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function toObject(pairs: readonly { key: string; value: Json }[]): Record<string, Json> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, toValue(value)]));
}

function toValue(value: Json): Json {
  if (value.arrayValue) return value.arrayValue.values.map(toValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}
