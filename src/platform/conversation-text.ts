/** Message of a conversation, in the form of a chat completion. */
export interface ConversationMessage {
  readonly role: string;
  /** Author of the message, or the tool. */
  readonly name?: string | undefined;
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Call that the message is the result of. */
  readonly tool_call_id?: string | undefined;
}

/** Returns a conversation as the message of a new run: the earlier messages as JSON lines before the new one. Pure. */
export function formatConversation(earlier: readonly ConversationMessage[], message: string): string {
  if (earlier.length === 0) return message;
  // Names the fields, so that their order does not depend on the caller.
  const lines = earlier.map(({ role, name, content, tool_calls, tool_call_id }) =>
    JSON.stringify({ role, name, content, tool_calls, tool_call_id }),
  );
  return [
    'Earlier messages of this conversation, one JSON object per line:',
    ...lines,
    '',
    'Answer this message:',
    message,
  ].join('\n');
}
