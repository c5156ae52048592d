import { boolean, decimal, duration, emailAddress, integer, oneOf, optional, servers, text, url } from './parsers.ts';
import { SERVER } from './server.ts';
import { defineSetting, withDefault } from './setting.ts';

/** Settings of users, organizations and their mails. Amounts of credits are exact decimals. */
export const ACCOUNTS = {
  ownerEmail: defineSetting(
    'OWNER_EMAIL',
    'owner@example.com',
    'email of the first owner, created on an empty database',
    emailAddress,
  ),
  signUp: defineSetting(
    'SIGN_UP',
    'invited',
    'who can sign up: open (anyone), invited, or closed (no one)',
    oneOf('open', 'invited', 'closed'),
  ),
  passwordCost: defineSetting(
    'PASSWORD_COST',
    '15',
    'cost of a password hash as log₂ of scrypt’s N: 15 takes 32 MiB and 0.2 s of CPU; lower values are for tests only',
    integer(10, 20),
  ),
  sessionDays: defineSetting('SESSION_DAYS', '7', 'days after which a browser session expires', integer(1, 365)),
  organizationCreation: defineSetting(
    'ORGANIZATION_CREATION',
    'administrators',
    'who can create organizations: administrators (of the platform) or everyone',
    oneOf('administrators', 'everyone'),
  ),
  initialCredits: defineSetting('INITIAL_CREDITS', '1000', 'initial credits of a new organization', decimal),
  lowCreditThreshold: defineSetting(
    'LOW_CREDITS',
    '100',
    'credits below which an organization with `low_credit_alerts` gets an email',
    decimal,
  ),
  trialEndStopsRuns: defineSetting(
    'TRIAL_END_STOPS_RUNS',
    'false',
    'whether the end of its trial stops an organization from starting runs (402)',
    boolean,
  ),
  triggerFailures: defineSetting(
    'TRIGGER_FAILURES',
    '10',
    'consecutive failures after which a trigger is paused; 0 for never',
    integer(0, 50),
  ),
  inviteReminderMs: defineSetting(
    'INVITE_REMINDER',
    'P3D',
    'ISO 8601 duration after which one reminder of an invite is sent',
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
    "DNS servers for domain verification as ip or ip:port, comma-separated (default: the machine's own)",
    servers,
  ),
  smtpUrl: defineSetting(
    'SMTP_URL',
    '',
    'mail server, smtp:// or smtps://; empty: emails are written to files in DATA_DIR',
    optional(url('smtp', 'smtps')),
  ),
  mailFrom: withDefault(
    defineSetting(
      'MAIL_FROM',
      '',
      'sender of emails (default: Holdfast <no-reply@HOST of PUBLIC_URL>)',
      optional(text),
    ),
    (env) => `Holdfast <no-reply@${new URL(SERVER.publicUrl.read(env)).hostname}>`,
  ),
};
