import { en as scopes } from '../../../../src/platform/pages/messages/scopes/en.ts';

/** Texts that the console shares with pages of the server. */
export const en = { server: { scopes } };
