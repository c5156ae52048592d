import { SettingError } from '../config.ts';

/** How the mail library tells what went wrong. */
interface MailError {
  /** The server's answer (RFC 5321), where there was one. */
  readonly responseCode?: number;
  /** What was being done. */
  readonly command?: string;
  readonly code?: string;
}

/** Whether the server refused this address or this mail for good. A sign-in or a sender it refuses is for the operator to mend. */
export function isPermanentRejection(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** What is wrong with a mail, for those who sent it: the server's own words may tell of its inside. */
export function toMailProblem(error: unknown): string {
  const { responseCode, code } = error as MailError;
  if (isPermanentRejection(error)) return `the mail server refused the mail (${responseCode})`;
  if (error instanceof SettingError) return `${error.setting} is missing on the worker; it is tried again`;
  return `the mail server could not be reached or did not take the mail now (${responseCode ?? code ?? 'no answer'}); it is tried again`;
}
