/** `npm run client`: generates the client's types from the operations. */
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '../api/modules.ts';
import { describeOperations } from '../api/openapi/document.ts';
import { generateTypes } from '../client/generate.ts';

const file = new URL('../client/openapi.ts', import.meta.url);
writeFileSync(file, await generateTypes(describeOperations(OPERATIONS, 'http://localhost:8080')));
