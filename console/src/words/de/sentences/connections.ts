import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with MCP servers and integrations. */
export const connections: Sentences = {
  'must not contain a colon': 'Ein Doppelpunkt ist nicht erlaubt.',
  'must be stdio for a server that this installation runs': 'Für einen Server dieser Installation geht nur stdio.',
  'must be an http or https address': 'Das muss eine Adresse mit http oder https sein.',
  'must not have a fragment': 'Die Adresse darf keinen Teil nach # haben.',
  paths: 'Pfade',
  operations: 'Operationen',
};
