import { de as scopes } from '../../../../src/platform/pages/messages/scopes/de.ts';
import type { Translated } from '../../messages/types.ts';
import type { en as english } from '../en/index.ts';

/** Texts that the console shares with pages of the server. */
export const de: Translated<typeof english> = { server: { scopes } };
