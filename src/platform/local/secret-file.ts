import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Returns the secret in a file that only its owner can read, and creates it if it is missing. Creation is atomic for
 * concurrent callers.
 */
export function getOrCreateSecret(file: string, generate: () => string): string {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(temporaryFile, `${generate()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Generates a password that needs no escaping in a URL. */
export function generatePassword(): string {
  return randomBytes(32).toString('base64url');
}
