import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { findKey } from './model-server-chat.ts';
import type { ModelScripts } from './model-server-scripts.ts';

/** The smallest PNG: one red pixel. */
export const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
/** Audio of the scripted voice. */
export const SOUND = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt '), Buffer.alloc(100)]);

/** An image or speech request; of a form, its fields and file contents. */
interface MediaBody {
  readonly prompt?: string;
  readonly input?: string;
  readonly image?: readonly string[];
}

/** Answers an image or speech request as scripted by its text. */
export async function answerMedia(
  scripts: ModelScripts,
  request: { readonly raw: Buffer; readonly headers: IncomingHttpHeaders; readonly kind: 'image' | 'speech' },
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request.raw, request.headers);
  const key = findKey(body.prompt ?? body.input ?? '');
  const step = (key !== undefined && scripts.step(key, 0)) || {};
  const record = scripts.record(key ?? 'media', body, request.headers);
  const gone = new AbortController();
  response.once('close', () => {
    if (!record.finished) {
      record.aborted = true;
      gone.abort();
    }
    scripts.changed(key ?? 'media');
  });
  if (step.hang) return;
  if (step.gate !== undefined) await scripts.passGate(step.gate, gone.signal);
  if (gone.signal.aborted) return;
  record.finished = true;
  const { type, bytes } = step.body === undefined ? usual(request.kind, step.text) : jsonOf(step.body);
  response.writeHead(step.status ?? 200, { 'content-type': type, ...step.headers }).end(bytes);
}

/** Returns an image or speech; `made` replaces its bytes (base64). */
function usual(kind: 'image' | 'speech', made: string | undefined): { type: string; bytes: Buffer } {
  const bytes = made === undefined ? (kind === 'image' ? POINT : SOUND) : Buffer.from(made, 'base64');
  if (kind === 'speech') return { type: 'audio/mpeg', bytes };
  return jsonOf({ created: 1, data: [{ b64_json: bytes.toString('base64') }] });
}

const jsonOf = (value: unknown) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });

async function bodyOf(raw: Buffer, headers: IncomingHttpHeaders): Promise<MediaBody> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return JSON.parse(raw.toString('utf8')) as MediaBody;
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const images: string[] = [];
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else images.push(Buffer.from(await value.arrayBuffer()).toString('base64'));
  }
  return { ...fields, image: images };
}
