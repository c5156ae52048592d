import type { PromptProblem } from '../../ui/prompt-editor.tsx';
import { w } from '../../words/index.ts';

/** Braces that are neither a variable nor the literal `{{text}}`. Long texts in braces are prose or JSON. */
const ALMOST_VARIABLE = /(?<!\{)\{(?!\w+\})\s*[\w -]{1,40}?\s*\}(?!\})/g;
const VARIABLE = /(?<!\{)\{(\w+)\}(?!\})/g;

function findAll(
  text: string,
  pattern: RegExp,
  toProblem: (name: string) => Omit<PromptProblem, 'from' | 'to'> | undefined,
): readonly PromptProblem[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const problem = toProblem(match[1] ?? match[0]);
    return problem ? [{ ...problem, from: match.index, to: match.index + match[0].length }] : [];
  });
}

/** Returns what is wrong with the variables of a task's prompt. `known` are those of the saved revision, if any. */
export function findTaskPromptProblems(text: string, known: readonly string[] | undefined): readonly PromptProblem[] {
  return [
    ...findAll(text, ALMOST_VARIABLE, (name) => ({
      severity: 'warning',
      message: w.builder.noVariable({ text: name }),
    })),
    ...findAll(text, VARIABLE, (name) =>
      known === undefined || known.includes(name)
        ? undefined
        : { severity: 'info', message: w.builder.newVariable({ name: `{${name}}` }) },
    ),
  ];
}

/** Returns what is wrong with the instructions of an agent, which have no variables. */
export function findInstructionProblems(text: string): readonly PromptProblem[] {
  return findAll(text, VARIABLE, (name) => ({
    severity: 'warning',
    message: w.builder.agentsHaveNone({ name: `{${name}}` }),
  }));
}
