import { SettingError } from '../../config.ts';
import type { EmbeddingEntry, ModelCatalogue } from '../catalogue.ts';
import { BUILTIN_EMBEDDING } from './builtin.ts';

/** What the embedding models of an installation are gathered from. */
interface EmbeddingSources {
  /** The models file's. */
  readonly file: readonly EmbeddingEntry[];
  readonly detected: readonly EmbeddingEntry[];
  /** Name of the one that stands in for what names none; the first where undefined. */
  readonly chosen: string | undefined;
}

/** The embedding models of an installation. Throws SettingError where none has the chosen name. */
export function embeddingsOf({
  file,
  detected,
  chosen,
}: EmbeddingSources): Pick<ModelCatalogue, 'embeddings' | 'defaultEmbedding' | 'findEmbedding'> {
  const taken = new Set(file.map(keyOf));
  if (taken.has(keyOf(BUILTIN_EMBEDDING)))
    throw new SettingError(
      'MODELS_FILE',
      `the name ${BUILTIN_EMBEDDING.name} is taken by the built-in embedding model`,
    );
  const embeddings = [...file, ...detected.filter((entry) => !taken.has(keyOf(entry))), BUILTIN_EMBEDDING];
  const byName = new Map(embeddings.map((entry) => [keyOf(entry), entry]));
  const findEmbedding = (name: string) => byName.get(name.toLowerCase());
  const first = embeddings[0] ?? BUILTIN_EMBEDDING;
  const defaultEmbedding = chosen === undefined ? first : findEmbedding(chosen);
  if (defaultEmbedding) return { embeddings, defaultEmbedding, findEmbedding };
  const names = embeddings.map(({ name }) => name).join(', ');
  throw new SettingError('EMBEDDING_MODEL', `no embedding model has this name; there are ${names}`);
}

function keyOf({ name }: EmbeddingEntry): string {
  return name.toLowerCase();
}
