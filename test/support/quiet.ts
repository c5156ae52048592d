import { afterAll, afterEach, expect } from 'vitest';

/** What tests wrote to the terminal since the last look. */
const said: string[] = [];

const METHODS = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;
const [{ stdout, stderr }, before] = [process, { ...console }];
const [writeOut, writeErr] = [stdout.write, stderr.write];

for (const method of METHODS) console[method] = (...words: unknown[]) => void said.push(words.map(String).join(' '));
const keep: typeof stdout.write = (chunk: Uint8Array | string) => said.push(String(chunk)) > 0;
stdout.write = keep;
stderr.write = keep;

/** A line that nobody expects is an error that nobody looks for: it fails the test that wrote it. */
const expectSilence = () => expect(said.splice(0).join(''), 'what was written to the terminal').toBe('');

afterEach(expectSilence);
afterAll(() => {
  Object.assign(console, before);
  stdout.write = writeOut;
  stderr.write = writeErr;
  expectSilence();
});
