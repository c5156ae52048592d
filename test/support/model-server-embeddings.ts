const DIMENSION = 64;

/** Answers an embeddings request: equal texts get equal vectors, texts that share words get close ones. */
export function embed(request: { model: string; input: string | readonly string[] }) {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  const tokens = inputs.reduce((sum, input) => sum + wordsOf(input).length, 0);
  return {
    object: 'list',
    model: request.model,
    data: inputs.map((input, index) => ({ object: 'embedding', index, embedding: vectorOf(input) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  for (const word of wordsOf(text)) {
    const hash = hashOf(word);
    const place = hash % DIMENSION;
    vector[place] = (vector[place] ?? 0) + (hash & 0x8000_0000 ? -1 : 1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** FNV-1a over UTF-16 code units, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}
