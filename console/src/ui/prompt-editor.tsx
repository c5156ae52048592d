import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { history, historyKeymap } from '@codemirror/commands';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { EDITOR_KEYMAP } from './editor-keymap.ts';

/** A name that the editor completes, after its opening character. */
interface PromptCompletion {
  readonly text: string;
  readonly detail: string;
}

/** A problem in a part of the text. */
export interface PromptProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'warning' | 'info';
  readonly message: string;
}

export interface PromptEditorProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly completions: readonly PromptCompletion[];
  readonly findProblems: (text: string) => readonly PromptProblem[];
  /** Minimum height in lines. */
  readonly lines: number;
}

const THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--foreground)', fontSize: 'inherit', borderRadius: '0.375rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5', maxHeight: '60vh', overflow: 'auto' },
  '.cm-content': { padding: '0.375rem 0.25rem', caretColor: 'var(--foreground)' },
  '.cm-variable': { color: 'var(--accent)', backgroundColor: 'var(--accent-subtle)', borderRadius: '0.25rem' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--border-strong)',
    borderRadius: '0.375rem',
    color: 'var(--foreground)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-foreground)',
  },
});

/** Colors `{variable}`, but not the literal braces of `{{text}}`. */
const variableMatcher = new MatchDecorator({
  regexp: /(?<!\{)\{\w+\}(?!\})/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
});

const variables = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = variableMatcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = variableMatcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/**
 * A prompt with colored variables, completion and problems while typing. It stands in a shadow root, where its styles
 * are constructed style sheets, which the Content-Security-Policy allows.
 */
export default function PromptEditor(props: PromptEditorProps) {
  const { value, label, lines } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const viewRef = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once and reads the latest props
  useEffect(() => {
    const host = containerRef.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const isReadOnly = host.closest('fieldset:disabled') !== null;
    const complete = (context: CompletionContext) => {
      const before = context.matchBefore(/[{`]\w*/);
      if (!before) return null;
      const options = latest.current.completions
        .filter(({ text }) => text.startsWith(before.text))
        .map(({ text, detail }) => ({ label: text, detail }));
      return options.length === 0 ? null : { from: before.from, options, filter: false };
    };
    const extensions = [
      history(),
      EditorView.lineWrapping,
      variables,
      autocompletion({ override: [complete], icons: false }),
      linter(({ state }) => latest.current.findProblems(state.doc.toString()).map((problem) => ({ ...problem })), {
        delay: 300,
      }),
      // No indent-with-tab: Tab moves the focus, as in every other field.
      keymap.of([...completionKeymap, ...EDITOR_KEYMAP, ...historyKeymap]),
      [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)],
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-description': latest.current.hint,
        spellcheck: 'true',
      }),
      THEME,
      EditorView.theme({ '.cm-content': { minHeight: `${lines * 1.5}em` } }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      }),
    ];
    const state = EditorState.create({ doc: latest.current.value, extensions });
    const view = new EditorView({ state, parent: root, root });
    viewRef.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = viewRef.current;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={containerRef} className="rounded-md border border-input bg-surface shadow-sm" />;
}
