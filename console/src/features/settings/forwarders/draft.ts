import { wordsIn } from '../words-in.ts';
import type { Forwarder } from './queries.ts';

export const TYPES = ['webhook', 'email'] as const;
export type ForwarderType = (typeof TYPES)[number];

/** A forwarder as its form holds it. */
export interface Draft {
  readonly type: ForwarderType;
  readonly name: string;
  readonly url: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const EMPTY: Draft = { type: 'webhook', name: '', url: '', to: '', subject: '', text: '' };

interface Config {
  readonly url?: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly text?: string;
}

export function draftOf({ type, name, config }: Forwarder): Draft {
  const { url = '', to = [], subject = '', text = '' } = config as Config;
  return { type: type === 'email' ? 'email' : 'webhook', name, url, to: to.join('\n'), subject, text };
}

export function bodyOf({ type, name, url, to, subject, text }: Draft) {
  if (type === 'webhook') return { type, name, config: { url: url.trim() } };
  const written = { ...(subject === '' ? {} : { subject }), ...(text === '' ? {} : { text }) };
  return { type, name, config: { to: wordsIn(to), ...written } };
}
