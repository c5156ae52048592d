/** What mails say. */
export const en = {
  /** A moment of a mail; whoever reads it may be in any zone. */
  moment: (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  whereChosen: (url: string) => `Choose which mails you get: ${url}`,

  verify: {
    subject: 'Confirm your address',
    asked: 'Somebody signed up to Holdfast with this address. If it was you, confirm that the address is yours.',
    confirm: 'Confirm the address',
    once: 'The link works once, for 24 hours. You choose your password there.',
    notYou: 'If it was not you, do nothing: without it there is no account.',
  },
  reset: {
    subject: 'Choose a new password',
    asked: 'Somebody asked for a new password of the Holdfast account with this address.',
    choose: 'Choose a new password',
    once: 'The link works once, for one hour. A new password signs you out everywhere, and ends older links.',
    notYou: 'If it was not you, do nothing: your password stays as it is.',
  },
  exists: {
    subject: 'You have an account already',
    asked: 'Somebody signed up to Holdfast with this address, which has an account already. Nothing was changed.',
    signIn: 'If it was you, sign in, or choose a new password if you do not know it any more.',
    choose: 'Choose a new password',
    notYou: 'If it was not you, there is nothing to do.',
  },
  invite: {
    subject: (organization: string) => `You are invited to ${organization}`,
    reminder: (organization: string) => `Reminder: your invitation to ${organization}`,
    invited: (inviter: string | null, organization: string) =>
      `${inviter ?? 'Somebody'} invited you to ${organization} on Holdfast.`,
    stillOpen: 'The invitation is still open.',
    accept: 'Accept the invitation',
    until: (moment: string) => `The invitation can be accepted until ${moment}.`,
    forYou: 'The link is for you alone: whoever has it can accept. If you do not expect this mail, do nothing.',
  },
  waiting: {
    subject: (agent: string) => `${agent} waits for your decision`,
    subjectOfMore: (count: number) => `${count} requests wait for your decision`,
    stopped: 'An agent has stopped and asks before it goes on.',
    stoppedOfMore: 'Agents have stopped and ask before they go on.',
    asks: (agent: string, project: string, what: string, until: string | null) =>
      `${agent} (${project}) ${what}${until === null ? '' : `, until ${until}`}.`,
    kinds: {
      tool_call: (tool: string) => `asks to use ${tool}`,
      confirm_effect: (tool: string) =>
        `asks whether its call of ${tool} arrived: it broke off after it was sent, and is not sent again before somebody says so`,
      budget: (_tool: string) => 'asks for more credits',
    },
    more: (count: number) => `And ${count} more.`,
    look: 'Look at the request',
    lookOfMore: 'Look at the requests',
    neverShown:
      'What the calls are made with is shown there and never in a mail. Whoever else may decide was told as well.',
    every: (minutes: number) => `This mail comes at most every ${minutes} minutes.`,
  },
  paused: {
    subject: (forwarder: string) => `The forwarder ${forwarder} was paused`,
    says: (forwarder: string, project: string, reason: string | null) =>
      `The forwarder “${forwarder}” of the project ${project} was paused: nothing could be delivered. The last attempt: ${reason ?? 'it failed'}.`,
    next: 'What ends from now on waits for it. Set its status to active to go on once its receiver is well; what was given up before can be delivered again one by one.',
    why: 'This mail comes to whoever made the forwarder, once each time it is paused by itself.',
  },
  lowCredits: {
    subject: (organization: string) => `The credits of ${organization} run low`,
    left: (organization: string, credits: string, threshold: string) =>
      `${organization} has ${credits} credits left on Holdfast, less than ${threshold}.`,
    without: 'Without credits no run begins, and agents that are at work wait until there are some again.',
    why: 'This mail comes to the contact address because low_credit_alerts is set. It comes once, and again only after the credits were filled up.',
  },
  run: {
    text: 'A run of {task} ended: {status}.\n\n{response}{error}',
    why: (forwarder: string) =>
      `You get this mail because the forwarder “${forwarder}” of a project on Holdfast names your address.`,
  },
};

export type MailWords = typeof en;
