import { SettingError } from '../config.ts';
import { defineMessages, type Message } from '../messages.ts';

const mailFailures = defineMessages({
  mail_refused: 'the mail server refused the mail ({status})',
  mail_setting_missing: '{setting} is missing on the worker; the delivery is retried',
  mail_not_taken:
    'the mail server could not be reached or rejected the mail for now ({cause, select, none {no answer} other {{cause}}}); the delivery is retried',
});

/** Error of the mail library. */
interface MailError {
  /** Response code of the server (RFC 5321). */
  readonly responseCode?: number;
  /** SMTP command in progress. */
  readonly command?: string;
  readonly code?: string;
}

/**
 * Returns whether the server permanently rejected this address or mail. The operator must fix a rejected sign-in or
 * sender.
 */
export function isPermanentRejection(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** Returns the problem for the sender of a mail. The server's own text may reveal internals. */
export function toMailProblem(error: unknown): Message {
  const { responseCode, code } = error as MailError;
  if (isPermanentRejection(error)) return mailFailures.mail_refused({ status: String(responseCode) });
  if (error instanceof SettingError) return mailFailures.mail_setting_missing({ setting: error.setting });
  return mailFailures.mail_not_taken({ cause: String(responseCode ?? code ?? 'none') });
}
