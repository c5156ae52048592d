import type { FinishReason } from './finish.ts';
import type { CallWarning, ModelWarning } from './request.ts';

const LONGEST = 500;
/** Warnings that are kept of a run. */
const MOST = 50;

/** What is to be known of a call that was answered: what its adapter says, and whether the answer came to its end. */
export function warningsOf(said: readonly CallWarning[], finishReason: FinishReason): ModelWarning[] {
  return [...said.map(warningOf), ...(finishReason === 'length' ? [CUT_OFF] : [])];
}

const CUT_OFF: ModelWarning = {
  type: 'cut_off',
  setting: 'max_tokens',
  message: 'the answer reached the most tokens that it may have, and is cut off',
};

function warningOf(warning: CallWarning): ModelWarning {
  switch (warning.type) {
    case 'unsupported':
    case 'compatibility': {
      const { type, feature: setting, details = 'is left out of the call' } = warning;
      return { type, setting, message: details.slice(0, LONGEST) };
    }
    case 'deprecated':
      return { type: warning.type, setting: warning.setting, message: warning.message.slice(0, LONGEST) };
    case 'other':
      return { type: warning.type, setting: null, message: warning.message.slice(0, LONGEST) };
  }
}

/** Warnings of several calls, each once. */
export function joinedWarnings(before: readonly ModelWarning[], more: readonly ModelWarning[]): ModelWarning[] {
  const all = new Map(
    [...before, ...more].map((warning) => [`${warning.type} ${warning.setting} ${warning.message}`, warning]),
  );
  return [...all.values()].slice(0, MOST);
}
