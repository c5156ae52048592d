/** What mails say. */
export const en = {
  /** A moment of a mail; whoever reads it may be in any zone. */
  formatTime: (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  preferences: (url: string) => `Choose which mails you get: ${url}`,

  verify: {
    subject: 'Confirm your address',
    explanation: 'Somebody signed up to Holdfast with this address. If it was you, confirm that the address is yours.',
    confirm: 'Confirm the address',
    linkExpiry: 'The link works once, for 24 hours. You choose your password there.',
    ignore: 'If it was not you, do nothing: without it there is no account.',
  },
  reset: {
    subject: 'Choose a new password',
    explanation: 'Somebody asked for a new password of the Holdfast account with this address.',
    choose: 'Choose a new password',
    linkExpiry: 'The link works once, for one hour. A new password signs you out everywhere, and ends older links.',
    ignore: 'If it was not you, do nothing: your password stays as it is.',
  },
  exists: {
    subject: 'You have an account already',
    explanation: 'Somebody signed up to Holdfast with this address, which has an account already. Nothing was changed.',
    signIn: 'If it was you, sign in, or choose a new password if you do not know it any more.',
    choose: 'Choose a new password',
    ignore: 'If it was not you, there is nothing to do.',
  },
  invite: {
    subject: (organization: string) => `You are invited to ${organization}`,
    reminder: (organization: string) => `Reminder: your invitation to ${organization}`,
    invited: (inviter: string | null, organization: string) =>
      `${inviter ?? 'Somebody'} invited you to ${organization} on Holdfast.`,
    pending: 'The invitation is still open.',
    accept: 'Accept the invitation',
    expiry: (moment: string) => `The invitation can be accepted until ${moment}.`,
    personalLink: 'The link is for you alone: whoever has it can accept. If you do not expect this mail, do nothing.',
  },
  waiting: {
    subject: (agent: string) => `${agent} waits for your decision`,
    subjectForMany: (count: number) => `${count} requests wait for your decision`,
    decisionNeeded: 'An agent has stopped and asks before it goes on.',
    decisionsNeeded: 'Agents have stopped and ask before they go on.',
    request: (agent: string, project: string, what: string, until: string | null) =>
      `${agent} (${project}) ${what}${until === null ? '' : `, until ${until}`}.`,
    kinds: {
      tool_call: (tool: string) => `asks to use ${tool}`,
      confirm_effect: (tool: string) =>
        `asks whether its call of ${tool} arrived: it broke off after it was sent, and is not sent again before somebody says so`,
      budget: (_tool: string) => 'asks for more credits',
    },
    more: (count: number) => `And ${count} more.`,
    review: 'Look at the request',
    reviewMany: 'Look at the requests',
    privacy:
      'What the calls are made with is shown there and never in a mail. Whoever else may decide was told as well.',
    frequency: (minutes: number) => `This mail comes at most every ${minutes} minutes.`,
  },
  paused: {
    subject: (forwarder: string) => `The forwarder ${forwarder} was paused`,
    explanation: (forwarder: string, project: string, reason: string | null) =>
      `The forwarder “${forwarder}” of the project ${project} was paused: nothing could be delivered. The last attempt: ${reason ?? 'it failed'}.`,
    nextSteps:
      'What ends from now on waits for it. Set its status to active to go on once its receiver is well; what was given up before can be delivered again one by one.',
    reason: 'This mail comes to whoever made the forwarder, once each time it is paused by itself.',
  },
  lowCredits: {
    subject: (organization: string) => `The credits of ${organization} run low`,
    balance: (organization: string, credits: string, threshold: string) =>
      `${organization} has ${credits} credits left on Holdfast, less than ${threshold}.`,
    consequence: 'Without credits no run begins, and agents that are at work wait until there are some again.',
    reason:
      'This mail comes to the contact address because low_credit_alerts is set. It comes once, and again only after the credits were filled up.',
  },
  run: {
    text: 'A run of {task} ended: {status}.\n\n{response}{error}',
    reason: (forwarder: string) =>
      `You get this mail because the forwarder “${forwarder}” of a project on Holdfast names your address.`,
  },
};

export type MailTexts = typeof en;
