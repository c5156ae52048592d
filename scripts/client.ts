/**
 * `npm run client`: generates the client's types from the operations, and the console's files that declare what it
 * cannot import.
 */
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '../api/modules.ts';
import { describeOperations } from '../api/openapi/document.ts';
import { generateTypes } from '../client/generate.ts';
import { CONSOLE_FIELDS_FILE, formatConsoleFields } from './console-fields.ts';
import { CONSOLE_PROVIDERS_FILE, formatConsoleProviders } from './console-providers.ts';

const ROOT = new URL('../', import.meta.url);
const types = await generateTypes(describeOperations(OPERATIONS, 'http://localhost:8080'));
writeFileSync(new URL('client/openapi.ts', ROOT), types);
writeFileSync(new URL(CONSOLE_PROVIDERS_FILE, ROOT), formatConsoleProviders());
writeFileSync(new URL(CONSOLE_FIELDS_FILE, ROOT), formatConsoleFields());
