import { de as scopes } from '../../../../src/identity/page-messages/scopes/de.ts';
import type { Translated } from '../../messages/types.ts';
import type { en as english } from '../en/index.ts';
import { sentences } from './sentences/index.ts';

/** Texts of the server: sentences that have no code yet, and what each scope allows. */
export const de: Translated<typeof english> = { server: { sentences, scopes } };

export { messages } from '../../messages/de/index.ts';
