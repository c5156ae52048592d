import { UnfitArguments } from './values.ts';

const ADDRESS = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]{1,255}$/;
const MESSAGE_ID = /^<[\x21-\x7e]{1,900}>$/;
const MOST_ADDRESSES = 100;
/** Bytes of text in one encoded word, so that a line of the head keeps within 75 characters. */
const WORD_BYTES = 42;

/**
 * A mail in the form in which mail servers hand it on, of `to`, `cc`, `bcc` (lists of addresses), `subject`, `text` and
 * `in_reply_to` (a message's id). Throws UnfitArguments for what could not stand in its head.
 */
export function mailOf({ to, cc, bcc, subject, text, in_reply_to: answers }: Record<string, unknown>): string {
  if (answers !== undefined && !(typeof answers === 'string' && MESSAGE_ID.test(answers)))
    throw new UnfitArguments('in_reply_to must be a message id such as <id@host>');
  const body = Buffer.from(String(text ?? ''), 'utf8').toString('base64');
  const head = [
    ...addresses('To', to),
    ...addresses('Cc', cc),
    ...addresses('Bcc', bcc),
    `Subject: ${subjectOf(subject)}`,
    ...(answers === undefined ? [] : [`In-Reply-To: ${answers}`, `References: ${answers}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return [...head, '', ...(body.match(/.{1,76}/g) ?? []), ''].join('\r\n');
}

function addresses(header: string, given: unknown): string[] {
  const list = given === undefined || given === null ? [] : [given].flat();
  if (list.length > MOST_ADDRESSES)
    throw new UnfitArguments(`a mail has at most ${MOST_ADDRESSES} addresses in ${header}`);
  for (const address of list)
    if (typeof address !== 'string' || !ADDRESS.test(address) || !/^[\x21-\x7e]+$/.test(address))
      throw new UnfitArguments(`${JSON.stringify(address)} is not a mail address`);
  return list.length === 0 ? [] : [`${header}: ${list.join(',\r\n ')}`];
}

function subjectOf(given: unknown): string {
  const subject = String(given ?? '');
  if (/\p{Cc}/u.test(subject)) throw new UnfitArguments('the subject must be one line');
  if (/^[\x20-\x7e]{0,60}$/.test(subject) && !subject.includes('=?')) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject.toWellFormed()) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
