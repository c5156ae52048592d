import type { FinishReason } from './finish.ts';
import type { CallWarning, ModelWarning } from './request.ts';

const MAX_MESSAGE_LENGTH = 500;
/** Maximum number of warnings per run. */
const MAX_WARNINGS = 50;

/** Converts the warnings of a successful call, and adds one if the response is cut off. */
export function toModelWarnings(warnings: readonly CallWarning[], finishReason: FinishReason): ModelWarning[] {
  return [...warnings.map(toModelWarning), ...(finishReason === 'length' ? [CUT_OFF_WARNING] : [])];
}

const CUT_OFF_WARNING: ModelWarning = {
  type: 'cut_off',
  setting: 'max_tokens',
  message: 'the answer reached the most tokens that it may have, and is cut off',
};

function toModelWarning(warning: CallWarning): ModelWarning {
  switch (warning.type) {
    case 'unsupported':
    case 'compatibility': {
      const { type, feature: setting, details = 'is left out of the call' } = warning;
      return { type, setting, message: details.slice(0, MAX_MESSAGE_LENGTH) };
    }
    case 'deprecated':
      return { type: warning.type, setting: warning.setting, message: warning.message.slice(0, MAX_MESSAGE_LENGTH) };
    case 'other':
      return { type: warning.type, setting: null, message: warning.message.slice(0, MAX_MESSAGE_LENGTH) };
  }
}

/** Merges distinct warnings. */
export function mergeWarnings(current: readonly ModelWarning[], added: readonly ModelWarning[]): ModelWarning[] {
  const all = new Map(
    [...current, ...added].map((warning) => [`${warning.type} ${warning.setting} ${warning.message}`, warning]),
  );
  return [...all.values()].slice(0, MAX_WARNINGS);
}
