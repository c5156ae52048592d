import { describe, expect, it } from 'vitest';
import { approvalKinds as de } from '../../console/src/messages/de/approval-kinds.ts';
import { approvalKinds as en } from '../../console/src/messages/en/approval-kinds.ts';
import { APPROVAL_KINDS } from '../../src/agents/contract.ts';
import { toApprovalMail } from '../../src/agents/notifications/approval-waiting.ts';
import { MAIL_LANGUAGES } from '../../src/platform/mail/texts/index.ts';

type Words = Readonly<Record<string, unknown>>;

/** Every message of a kind by its name. */
function listTexts(words: Words, at = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, said]) => {
    if (typeof said === 'object' && said !== null) return listTexts(said as Words, `${at}${name}.`);
    return [[at + name, String(said)] as [string, string]];
  });
}

/** What the kinds can have in common: no effects of answers. */
const ALIKE = /^(?:facts\.question|noteHint|sentence|waits)$/;

describe.each(Object.entries({ en, de }))('the messages of each kind of request: %s', (language, words) => {
  it('exist for every kind that people decide, and for no other', () => {
    expect(Object.keys(words).sort()).toEqual([...APPROVAL_KINDS].sort());
  });

  it('are specific to the kind, in every label and description of an answer', () => {
    for (const kind of APPROVAL_KINDS) {
      const others = APPROVAL_KINDS.filter((other) => other !== kind).flatMap((other) => listTexts(words[other]));
      const said = new Set(others.map(([, text]) => text));
      const borrowed = listTexts(words[kind]).filter(([name, text]) => !ALIKE.test(name) && said.has(text));
      expect(borrowed, `${language} ${kind}`).toEqual([]);
    }
  });

  it('mention sending again if the question is whether a call happened, and never approving or rejecting', () => {
    const { confirm_effect, ...others } = words;
    const said = listTexts(confirm_effect);
    expect(said.filter(([, text]) => /approv|reject|freigeb|freigegeb|freigabe|ablehn|abgelehnt/i.test(text))).toEqual(
      [],
    );
    expect([confirm_effect.reject, confirm_effect.confirm, confirm_effect.does.reject].join()).toMatch(
      language === 'en'
        ? /send it again,Send it again,.*sent again with the same idempotency key/
        : /noch einmal senden,Noch einmal senden,.*noch einmal gesendet/,
    );
    const leaked = Object.values(others).flatMap((kind) => listTexts(kind));
    expect(leaked.filter(([, text]) => /again|noch einmal|arrive|angekommen/i.test(text))).toEqual([]);
  });
});

describe.each(MAIL_LANGUAGES)('the mail about a request: %s', (language) => {
  const mailOf = (kind: (typeof APPROVAL_KINDS)[number]) => {
    const named = [{ id: 'r1', agent_name: 'Clerk', project_name: 'Books', kind, tool: 'pay\u202E', expires_at: null }];
    const waiting = { user_id: 'u1', email: 'a@example.com', language, count: 1, until: '', named };
    return toApprovalMail(waiting, 'http://localhost').paragraphs.join(' ');
  };

  it('describes each kind of request, and marks hidden characters of names', () => {
    expect(new Set(APPROVAL_KINDS.map(mailOf)).size).toBe(APPROVAL_KINDS.length);
    expect(mailOf('tool_call')).toContain('pay[U+202E]');
    expect(mailOf('confirm_effect')).toMatch(
      language === 'en' ? /whether its call .* took effect/ : /ob der Aufruf .* gewirkt hat/,
    );
    expect(mailOf('confirm_effect')).not.toMatch(/requests to call|möchte/);
    expect(mailOf('budget')).not.toMatch(/pay|use|benutzen/);
  });
});
