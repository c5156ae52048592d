/** Instruction to the model for output modality pdf. */
export const MARKDOWN_INSTRUCTION =
  'Answer with the text of a document in Markdown and nothing else: it is laid out and printed as it stands. Headings, lists, tables, quotes, code and links are shown; pictures and HTML are not.';

const FENCED = /^```(?:markdown|md)?[ \t]*\n([\s\S]*)\n```$/i;

/** A model's text without the Markdown fence that stands around all of it. */
export function stripFence(text: string): string {
  const trimmed = text.trim();
  const inner = FENCED.exec(trimmed)?.[1];
  // Two fenced blocks with text between them are no fence around all.
  return inner === undefined || /^```/m.test(inner) ? trimmed : inner;
}
