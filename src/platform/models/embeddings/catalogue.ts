import { SettingError } from '../../config.ts';
import type { EmbeddingEntry, ModelCatalogue } from '../catalogue.ts';
import { BUILTIN_EMBEDDING } from './builtin.ts';

/** What the embedding models of an installation are gathered from. */
interface EmbeddingSources {
  /** The models file's. */
  readonly file: readonly EmbeddingEntry[];
  /** Of a folder that the settings name. */
  readonly folder: EmbeddingEntry | undefined;
  readonly detected: readonly EmbeddingEntry[];
  /** Name of the one that stands in for what names none; the first where undefined. */
  readonly chosen: string | undefined;
}

/** The embedding models of an installation. Throws SettingError where a name is taken, or chosen that none has. */
export function embeddingsOf({
  file,
  folder,
  detected,
  chosen,
}: EmbeddingSources): Pick<ModelCatalogue, 'embeddings' | 'defaultEmbedding' | 'findEmbedding'> {
  const names = new Set([...file, BUILTIN_EMBEDDING].map(keyOf));
  if (folder && names.has(keyOf(folder)))
    throw new SettingError('EMBEDDING_FOLDER', `another embedding model is called ${folder.name}: rename the folder`);
  const found = [folder ?? [], detected].flat().filter((entry) => !names.has(keyOf(entry)));
  const embeddings = [...file, ...found, BUILTIN_EMBEDDING];
  const byName = new Map(embeddings.map((entry) => [keyOf(entry), entry]));
  const findEmbedding = (name: string) => byName.get(name.toLowerCase());
  const first = embeddings[0] ?? BUILTIN_EMBEDDING;
  const defaultEmbedding = chosen === undefined ? first : findEmbedding(chosen);
  if (defaultEmbedding) return { embeddings, defaultEmbedding, findEmbedding };
  const known = embeddings.map(({ name }) => name).join(', ');
  throw new SettingError('EMBEDDING_MODEL', `no embedding model has this name; there are ${known}`);
}

function keyOf({ name }: EmbeddingEntry): string {
  return name.toLowerCase();
}
