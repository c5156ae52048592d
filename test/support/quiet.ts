import { afterAll, afterEach, expect } from 'vitest';

/** Terminal output of tests since the last check. */
const output: string[] = [];

const METHODS = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;
const [{ stdout, stderr }, before] = [process, { ...console }];
const [writeOut, writeErr] = [stdout.write, stderr.write];

for (const method of METHODS) console[method] = (...words: unknown[]) => void output.push(words.map(String).join(' '));
const keep: typeof stdout.write = (chunk: Uint8Array | string) => output.push(String(chunk)) > 0;
stdout.write = keep;
stderr.write = keep;

/** Unexpected output hides errors, so it fails the test. */
const expectSilence = () => expect(output.splice(0).join(''), 'what was written to the terminal').toBe('');

afterEach(expectSilence);
afterAll(() => {
  Object.assign(console, before);
  stdout.write = writeOut;
  stderr.write = writeErr;
  expectSilence();
});
