import type { ApprovalKind, Schemas } from '../client/index.ts';

/** Data of an `approval_required` event. */
type ApprovalData = Schemas['RunStreamApprovalRequired']['data'];

/** How the demo asks about one kind of approval request. */
export interface Question {
  /** Returns the question, in one or more lines. */
  readonly describe: (asked: ApprovalData) => string;
  readonly prompt: string;
  /** Decision of each answer. */
  readonly answers: Readonly<Record<string, 'approve' | 'reject'>>;
  /** Whether `--yes` and `--no` answer it. */
  readonly allowsFixedAnswer: boolean;
}

const YES_OR_NO = { y: 'approve', yes: 'approve', n: 'reject', no: 'reject' } as const;

const call = ({ tool_name, arguments: args }: ApprovalData) => `${tool_name} ${JSON.stringify(args)}`;
const until = ({ expires_at }: ApprovalData) => (expires_at ? `, until ${expires_at}` : '');

/** Questions by kind of approval request. A missing kind does not compile. */
export const QUESTIONS: Readonly<Record<ApprovalKind, Question>> = {
  tool_call: {
    describe: (asked) => `${call(asked)} waits for your approval${until(asked)}`,
    prompt: 'approve? [y/n]',
    answers: YES_OR_NO,
    allowsFixedAnswer: true,
  },
  // A question of fact, which no option answers. Its answers differ from those of a permission, so that nobody repeats
  // a call by habit.
  confirm_effect: {
    describe: (asked) =>
      [
        `${call(asked)} was sent, and its answer never came. Did it happen?${until(asked)}`,
        ...(asked.evidence ? [`  ${asked.evidence}`] : []),
        '  done: it happened. It is recorded as done and not sent again.',
        '  again: it did not happen. The same call is sent once more, under the same key.',
      ].join('\n  '),
    prompt: 'did it happen? [done/again]',
    answers: { done: 'approve', again: 'reject' },
    allowsFixedAnswer: false,
  },
  budget: {
    describe: (asked) => `the run needs more credits: ${JSON.stringify(asked.arguments)}${until(asked)}`,
    prompt: 'let it spend more? "n" ends the run [y/n]',
    answers: YES_OR_NO,
    allowsFixedAnswer: true,
  },
};
