import { InvalidArguments } from './values.ts';

const ADDRESS = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]{1,255}$/;
const MESSAGE_ID = /^<[\x21-\x7e]{1,900}>$/;
const MAX_ADDRESSES = 100;
/** Bytes of text per encoded word, so that a header line has at most 75 characters. */
const MAX_ENCODED_WORD_BYTES = 42;

/**
 * Builds a MIME message from `to`, `cc`, `bcc` (lists of addresses), `subject`, `text` and `in_reply_to` (a message
 * ID). Throws InvalidArguments for invalid headers.
 */
export function buildMail({ to, cc, bcc, subject, text, in_reply_to: answers }: Record<string, unknown>): string {
  if (answers !== undefined && !(typeof answers === 'string' && MESSAGE_ID.test(answers)))
    throw new InvalidArguments('in_reply_to must be a message id such as <id@host>');
  const body = Buffer.from(String(text ?? ''), 'utf8').toString('base64');
  const head = [
    ...toAddressHeader('To', to),
    ...toAddressHeader('Cc', cc),
    ...toAddressHeader('Bcc', bcc),
    `Subject: ${encodeSubject(subject)}`,
    ...(answers === undefined ? [] : [`In-Reply-To: ${answers}`, `References: ${answers}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return [...head, '', ...(body.match(/.{1,76}/g) ?? []), ''].join('\r\n');
}

function toAddressHeader(header: string, given: unknown): string[] {
  const list = given === undefined || given === null ? [] : [given].flat();
  if (list.length > MAX_ADDRESSES)
    throw new InvalidArguments(`a mail has at most ${MAX_ADDRESSES} addresses in ${header}`);
  for (const address of list)
    if (typeof address !== 'string' || !ADDRESS.test(address) || !/^[\x21-\x7e]+$/.test(address))
      throw new InvalidArguments(`${JSON.stringify(address)} is not a mail address`);
  return list.length === 0 ? [] : [`${header}: ${list.join(',\r\n ')}`];
}

function encodeSubject(given: unknown): string {
  const subject = String(given ?? '');
  if (/\p{Cc}/u.test(subject)) throw new InvalidArguments('the subject must be one line');
  if (/^[\x20-\x7e]{0,60}$/.test(subject) && !subject.includes('=?')) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject.toWellFormed()) {
    if (Buffer.byteLength(word + character) > MAX_ENCODED_WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
