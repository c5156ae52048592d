/** `npm run client`: writes the types of the client anew, from the operations. */
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '../api/modules.ts';
import { describeOperations } from '../api/openapi/document.ts';
import { generate } from '../client/generate.ts';

const file = new URL('../client/openapi.ts', import.meta.url);
writeFileSync(file, await generate(describeOperations(OPERATIONS, 'http://localhost:8080')));
