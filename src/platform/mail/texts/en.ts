/** English texts of mails. */
export const en = {
  /** Formats a time in UTC, since the reader's time zone is unknown. */
  formatTime: (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  preferences: (url: string) => `Choose which emails you get: ${url}`,

  verify: {
    subject: 'Confirm your address',
    explanation: 'Someone signed up to Holdfast with this address. If it was you, confirm your address.',
    confirm: 'Confirm address',
    linkExpiry: 'The link works once and expires after 24 hours. You choose your password there.',
    ignore: 'If it was not you, ignore this email. Without confirmation no account is created.',
  },
  reset: {
    subject: 'Choose a new password',
    explanation: 'Someone requested a new password for the Holdfast account with this address.',
    choose: 'Choose new password',
    linkExpiry:
      'The link works once and expires after one hour. A new password signs you out everywhere and invalidates older links.',
    ignore: 'If it was not you, ignore this email. Your password does not change.',
  },
  exists: {
    subject: 'You already have an account',
    explanation: 'Someone signed up to Holdfast with this address, but it already has an account. Nothing was changed.',
    signIn: 'If it was you, sign in, or choose a new password if you forgot yours.',
    choose: 'Choose new password',
    ignore: 'If it was not you, ignore this email.',
  },
  invite: {
    subject: (organization: string) => `You are invited to ${organization}`,
    reminder: (organization: string) => `Reminder: your invitation to ${organization}`,
    invited: (inviter: string | null, organization: string) =>
      `${inviter ?? 'Someone'} invited you to ${organization} on Holdfast.`,
    pending: 'The invitation is still open.',
    accept: 'Accept invitation',
    expiry: (time: string) => `The invitation expires on ${time}.`,
    personalLink:
      'This link is personal: anyone with it can accept the invitation. If you did not expect this email, ignore it.',
  },
  waiting: {
    subject: (agent: string) => `${agent} is waiting for your decision`,
    subjectForMany: (count: number) => `${count} requests are waiting for your decision`,
    decisionNeeded: 'An agent needs a decision before it continues.',
    decisionsNeeded: 'Agents need decisions before they continue.',
    request: (agent: string, project: string, request: string, expiry: string | null) =>
      `${agent} (${project}) ${request}${expiry === null ? '' : ` (expires on ${expiry})`}.`,
    kinds: {
      tool_call: (tool: string) => `requests to call ${tool}`,
      confirm_effect: (tool: string) =>
        `asks whether its call of ${tool} took effect: the call failed after it was sent, and is not sent again until someone answers`,
      budget: (_tool: string) => 'requests more credits',
    },
    more: (count: number) => `And ${count} more.`,
    review: 'Review request',
    reviewMany: 'Review requests',
    privacy:
      'The arguments of the calls are shown there and never in an email. Everyone else who can decide was notified too.',
    frequency: (minutes: number) => `You get this email at most every ${minutes} minutes.`,
  },
  paused: {
    subject: (forwarder: string) => `Forwarder ${forwarder} was paused`,
    explanation: (forwarder: string, project: string, reason: string | null) =>
      `The forwarder “${forwarder}” of the project ${project} was paused because no delivery succeeded. Last error: ${reason ?? 'unknown'}.`,
    nextSteps:
      'New results are queued. Set the status of the forwarder to active when its receiver works again. You can then redeliver each failed delivery.',
    reason:
      'You get this email because you created the forwarder. It is sent each time the forwarder is paused automatically.',
  },
  lowCredits: {
    subject: (organization: string) => `${organization} is running low on credits`,
    balance: (organization: string, credits: string, threshold: string) =>
      `${organization} has ${credits} credits left on Holdfast, less than ${threshold}.`,
    consequence: 'Without credits no run starts, and running agents wait until credits are added.',
    reason:
      'This email goes to the contact address because low_credit_alerts is enabled. It is sent once, and again only after credits were added.',
  },
  run: {
    text: 'A run of {task} ended: {status}.\n\n{response}{error}',
    reason: (forwarder: string) =>
      `You get this email because the forwarder “${forwarder}” of a Holdfast project is configured with your address.`,
  },
};

/** Texts of all emails in one language. */
export type MailTexts = typeof en;
