import { splitWords } from '../split-words.ts';
import type { Forwarder } from './queries.ts';

export const FORWARDER_TYPES = ['webhook', 'email'] as const;
export type ForwarderType = (typeof FORWARDER_TYPES)[number];

/** Form state of a forwarder. */
export interface ForwarderDraft {
  readonly type: ForwarderType;
  readonly name: string;
  readonly url: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const EMPTY_FORWARDER: ForwarderDraft = { type: 'webhook', name: '', url: '', to: '', subject: '', text: '' };

interface ForwarderConfig {
  readonly url?: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly text?: string;
}

export function toDraft({ type, name, config }: Forwarder): ForwarderDraft {
  const { url = '', to = [], subject = '', text = '' } = config as ForwarderConfig;
  return { type: type === 'email' ? 'email' : 'webhook', name, url, to: to.join('\n'), subject, text };
}

export function toBody({ type, name, url, to, subject, text }: ForwarderDraft) {
  if (type === 'webhook') return { type, name, config: { url: url.trim() } };
  const templateBody = { ...(subject === '' ? {} : { subject }), ...(text === '' ? {} : { text }) };
  return { type, name, config: { to: splitWords(to), ...templateBody } };
}
