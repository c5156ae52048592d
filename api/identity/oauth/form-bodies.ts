import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { readForm } from '../../plugins/form.ts';

/** Maximum form size in bytes, equal to the OAuth server's limit. */
const MAX_BODY_BYTES = 57_344;

const rejectFile = async (): Promise<never> => {
  throw new Error('the OAuth server accepts no files');
};

/**
 * Converts a multipart request to a url-encoded one with the same fields, the only format that the OAuth server reads.
 * Throws if the form is invalid.
 */
export async function toUrlEncoded(raw: IncomingMessage): Promise<IncomingMessage> {
  const isForm = /^multipart\/form-data\b/i.test(raw.headers['content-type'] ?? '');
  if (raw.method !== 'POST' || !isForm) return raw;
  const { fields } = await readForm(raw, { fields: MAX_BODY_BYTES, form: 2 * MAX_BODY_BYTES, files: 0 }, rejectFile);
  const body = Buffer.from(new URLSearchParams([...fields]).toString());
  const headers = {
    ...raw.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  delete (headers as IncomingMessage['headers'])['transfer-encoding'];
  const { method, url, socket, httpVersion } = raw;
  const substitute = Readable.from([body], { objectMode: false });
  return Object.assign(substitute, {
    headers,
    method,
    url,
    socket,
    httpVersion,
    complete: true,
  }) as unknown as IncomingMessage;
}
