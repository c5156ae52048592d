import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** Arrays of an NPZ file by name: floats, or bytes. */
export type Arrays = ReadonlyMap<string, Float32Array | Uint8Array>;

/** Magic bytes and version of an NPY file before the length of its header. */
const HEADER_LENGTH_AT = 8;

/** Reads the arrays of an NPZ file, the archive format of NumPy. */
export async function readArrays(path: string): Promise<Arrays> {
  const zip = await openPromise(path);
  const arrays = new Map<string, Float32Array | Uint8Array>();
  try {
    for await (const entry of zip.eachEntry()) {
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      const values = toArray(bytes);
      if (values) arrays.set(entry.fileName.replace(/\.npy$/, ''), values);
    }
  } finally {
    zip.close();
  }
  return arrays;
}

/** Returns floats or bytes, undefined for another type of numbers. */
function toArray(bytes: Buffer): Float32Array | Uint8Array | undefined {
  const headerEnd = HEADER_LENGTH_AT + 2 + bytes.readUInt16LE(HEADER_LENGTH_AT);
  const header = bytes.toString('latin1', HEADER_LENGTH_AT + 2, headerEnd);
  const [, type] = /'descr': '([^']+)'/.exec(header) ?? [];
  if (type === '|u1') return bytes.subarray(headerEnd);
  if (type !== '<f4') return undefined;
  // A copy is aligned.
  return new Float32Array(Uint8Array.from(bytes.subarray(headerEnd)).buffer);
}
