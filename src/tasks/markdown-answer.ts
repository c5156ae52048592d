/** Instruction to the model for the output modality pdf. */
export const MARKDOWN_INSTRUCTION =
  'Respond with only the text of a document in Markdown: it is rendered unchanged. Headings, lists, tables, quotes, code and links are shown; images and HTML are not.';

const FENCED = /^```(?:markdown|md)?[ \t]*\n([\s\S]*)\n```$/i;

/** Removes a Markdown fence around the complete text. */
export function stripFence(text: string): string {
  const trimmed = text.trim();
  const inner = FENCED.exec(trimmed)?.[1];
  // Two fenced blocks with text between them are not one fence.
  return inner === undefined || /^```/m.test(inner) ? trimmed : inner;
}
