import { boolean, decimal, duration, emailAddress, integer, oneOf, optional, servers, text, url } from './parsers.ts';
import { SERVER } from './server.ts';
import { defineSetting, withDefault } from './setting.ts';

/** Users, organizations, and the mails that they get. Amounts of credits are exact decimals. */
export const ACCOUNTS = {
  ownerEmail: defineSetting(
    'OWNER_EMAIL',
    'owner@example.com',
    'address of the first owner, whom a start on an empty database makes',
    emailAddress,
  ),
  signUp: defineSetting(
    'SIGN_UP',
    'invited',
    'who may sign up: open (anybody), invited, or closed (nobody)',
    oneOf('open', 'invited', 'closed'),
  ),
  passwordCost: defineSetting(
    'PASSWORD_COST',
    '15',
    'what the hash of a password costs, as log₂ of scrypt’s N: 15 takes 32 MiB and 0.2 s of a core, and less is for tests only',
    integer(10, 20),
  ),
  sessionDays: defineSetting('SESSION_DAYS', '7', 'days after which a browser signs in again', integer(1, 365)),
  organizationCreation: defineSetting(
    'ORGANIZATION_CREATION',
    'administrators',
    'who may create organizations: administrators (of the platform) or everyone',
    oneOf('administrators', 'everyone'),
  ),
  initialCredits: defineSetting('INITIAL_CREDITS', '1000', 'credits of a new organization', decimal),
  lowCreditThreshold: defineSetting(
    'LOW_CREDITS',
    '100',
    'credits below which an organization with `low_credit_alerts` gets a mail',
    decimal,
  ),
  trialEndStopsRuns: defineSetting(
    'TRIAL_END_STOPS_RUNS',
    'false',
    'whether an organization starts no more runs (402) once its trial has ended',
    boolean,
  ),
  triggerFailures: defineSetting(
    'TRIGGER_FAILURES',
    '10',
    'failures in a row after which a trigger is paused; 0 for never',
    integer(0, 50),
  ),
  inviteReminderMs: defineSetting(
    'INVITE_REMINDER',
    'P3D',
    'ISO 8601 duration after which an invite is reminded of, once',
    duration,
  ),
  inviteLifetimeMs: defineSetting(
    'INVITE_LIFETIME',
    'P7D',
    'ISO 8601 duration after which an invite expires',
    duration,
  ),
  dnsServers: defineSetting(
    'DNS_SERVERS',
    '',
    "DNS servers as ip or ip:port, comma-separated, that verify domains (default: the machine's own)",
    servers,
  ),
  smtpUrl: defineSetting(
    'SMTP_URL',
    '',
    'mail server, smtp:// or smtps://; without it mails become files in DATA_DIR',
    optional(url('smtp', 'smtps')),
  ),
  mailFrom: withDefault(
    defineSetting('MAIL_FROM', '', 'sender of mails (default: Holdfast <no-reply@HOST of PUBLIC_URL>)', optional(text)),
    (env) => `Holdfast <no-reply@${new URL(SERVER.publicUrl.read(env)).hostname}>`,
  ),
};
