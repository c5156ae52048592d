import { readFileSync } from 'node:fs';
import { parseJson } from '../json.ts';

const manifest = parseJson(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** Version of this build, from package.json. */
export const { version: VERSION } = manifest as { readonly version: string };
