import { address, choice, decimal, duration, integer, optional, servers, text, url, yesOrNo } from './parsers.ts';
import { SERVER } from './server.ts';
import { orElse, setting } from './setting.ts';

/** Users, organizations, and the mails that they get. Amounts of credits are exact decimals. */
export const PEOPLE = {
  ownerEmail: setting(
    'OWNER_EMAIL',
    'owner@example.com',
    'address of the first owner, whom a start on an empty database makes',
    address,
  ),
  signUp: setting(
    'SIGN_UP',
    'invited',
    'who may sign up: open (anybody), invited, or closed (nobody)',
    choice('open', 'invited', 'closed'),
  ),
  passwordCost: setting(
    'PASSWORD_COST',
    '15',
    'what the hash of a password costs, as log₂ of scrypt’s N: 15 takes 32 MiB and 0.2 s of a core, and less is for tests only',
    integer(10, 20),
  ),
  sessionDays: setting('SESSION_DAYS', '7', 'days after which a browser signs in again', integer(1, 365)),
  organizationCreation: setting(
    'ORGANIZATION_CREATION',
    'administrators',
    'who may create organizations: administrators (of the platform) or everyone',
    choice('administrators', 'everyone'),
  ),
  initialCredits: setting('INITIAL_CREDITS', '1000', 'credits of a new organization', decimal),
  lowCredits: setting(
    'LOW_CREDITS',
    '100',
    'credits below which an organization with `low_credit_alerts` gets a mail',
    decimal,
  ),
  trialEndStopsRuns: setting(
    'TRIAL_END_STOPS_RUNS',
    'false',
    'whether an organization starts no more runs (402) once its trial has ended',
    yesOrNo,
  ),
  triggerFailures: setting(
    'TRIGGER_FAILURES',
    '10',
    'failures in a row after which a trigger is paused; 0 for never',
    integer(0, 50),
  ),
  inviteReminderMs: setting(
    'INVITE_REMINDER',
    'P3D',
    'ISO 8601 duration after which an invite is reminded of, once',
    duration,
  ),
  inviteLifetimeMs: setting('INVITE_LIFETIME', 'P7D', 'ISO 8601 duration after which an invite expires', duration),
  dnsServers: setting(
    'DNS_SERVERS',
    '',
    "DNS servers as ip or ip:port, comma-separated, that verify domains (default: the machine's own)",
    servers,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'mail server, smtp:// or smtps://; without it mails become files in DATA_DIR',
    optional(url('smtp', 'smtps')),
  ),
  mailFrom: orElse(
    setting('MAIL_FROM', '', 'sender of mails (default: Holdfast <no-reply@HOST of PUBLIC_URL>)', optional(text)),
    (env) => `Holdfast <no-reply@${new URL(SERVER.publicUrl.read(env)).hostname}>`,
  ),
};
