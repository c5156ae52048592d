import { describe, expect, it } from 'vitest';
import { approvalKinds as de } from '../../console/src/words/de/approval-kinds.ts';
import { approvalKinds as en } from '../../console/src/words/en/approval-kinds.ts';
import { toApprovalMail } from '../../src/agents/approvals/mails.ts';
import { APPROVAL_KINDS } from '../../src/agents/contract.ts';
import { MAIL_LANGUAGES } from '../../src/platform/mail/texts/index.ts';

type Words = Readonly<Record<string, unknown>>;

/** Every text of a kind by its name, with letters for what is put into it. */
function textsOf(words: Words, at = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, said]) => {
    if (typeof said === 'object' && said !== null) return textsOf(said as Words, `${at}${name}.`);
    const text = typeof said === 'function' ? (said as (...given: string[]) => string)('X', 'Y') : said;
    return [[at + name, String(text)] as [string, string]];
  });
}

/** What may be said alike of all of them: nothing that an answer does. */
const ALIKE = /^(?:facts\.question|noteHint|sentence|waits)$/;

describe.each(Object.entries({ en, de }))('the words of each kind of request: %s', (language, words) => {
  it('are there for every kind that people are asked, and for no other', () => {
    expect(Object.keys(words).sort()).toEqual([...APPROVAL_KINDS].sort());
  });

  it('are those of no other kind, in anything that an answer is called or does', () => {
    for (const kind of APPROVAL_KINDS) {
      const others = APPROVAL_KINDS.filter((other) => other !== kind).flatMap((other) => textsOf(words[other]));
      const said = new Set(others.map(([, text]) => text));
      const borrowed = textsOf(words[kind]).filter(([name, text]) => !ALIKE.test(name) && said.has(text));
      expect(borrowed, `${language} ${kind}`).toEqual([]);
    }
  });

  it('speak of sending again where it is asked whether a call happened, and never of approving or rejecting', () => {
    const { confirm_effect, ...others } = words;
    const said = textsOf(confirm_effect);
    expect(said.filter(([, text]) => /approv|reject|freigeb|freigegeb|freigabe|ablehn|abgelehnt/i.test(text))).toEqual(
      [],
    );
    expect([confirm_effect.reject, confirm_effect.confirm, confirm_effect.does.reject].join()).toMatch(
      language === 'en'
        ? /send it again,Send it again,.*sent once more/
        : /noch einmal senden,Noch einmal senden,.*noch einmal gesendet/,
    );
    const leaked = Object.values(others).flatMap((kind) => textsOf(kind));
    expect(leaked.filter(([, text]) => /again|noch einmal|arrive|angekommen/i.test(text))).toEqual([]);
  });
});

describe.each(MAIL_LANGUAGES)('the mail about a request: %s', (language) => {
  const mailOf = (kind: (typeof APPROVAL_KINDS)[number]) => {
    const named = [{ id: 'r1', agent_name: 'Clerk', project_name: 'Books', kind, tool: 'pay\u202E', expires_at: null }];
    const waiting = { user_id: 'u1', email: 'a@example.com', language, count: 1, until: '', named };
    return toApprovalMail(waiting, 'http://localhost').paragraphs.join(' ');
  };

  it('says of each kind what it asks, and marks what hides in a name', () => {
    expect(new Set(APPROVAL_KINDS.map(mailOf)).size).toBe(APPROVAL_KINDS.length);
    expect(mailOf('tool_call')).toContain('pay[U+202E]');
    expect(mailOf('confirm_effect')).toMatch(
      language === 'en' ? /whether its call .* took effect/ : /ob der Aufruf .* gewirkt hat/,
    );
    expect(mailOf('confirm_effect')).not.toMatch(/requests to call|möchte/);
    expect(mailOf('budget')).not.toMatch(/pay|use|benutzen/);
  });
});
