import { en as scopes } from '../../../../src/identity/page-messages/scopes/en.ts';
import { sentences } from './sentences.ts';

/** Texts of the server: sentences that have no code yet, and what each scope allows. */
export const en = { server: { sentences, scopes } };

export { messages } from '../../messages/en/index.ts';
