import type { CallWarning, ModelWarning } from './request.ts';

const LONGEST = 500;
/** Warnings that are kept of a run. */
const MOST = 50;

/** What is to be known of a call that was answered: what its adapter says, and whether the answer came to its end. */
export function warningsOf(said: readonly CallWarning[], finishReason: string): ModelWarning[] {
  const cut = CUT_OFF[finishReason];
  return [...said.map(warningOf), ...(cut === undefined ? [] : [{ type: 'cut_off', ...cut }])];
}

const CUT_OFF: Readonly<Record<string, Omit<ModelWarning, 'type'>>> = {
  length: { setting: 'max_tokens', message: 'the answer reached the most tokens that it may have, and is cut off' },
  'content-filter': { setting: null, message: "the provider's content filter ended the answer" },
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
