import { SettingError } from '../../config.ts';
import type { EmbeddingEntry, ModelCatalog } from '../catalog.ts';
import { BUILTIN_EMBEDDING } from './builtin.ts';

/** Sources of the embedding models of an installation. */
interface EmbeddingSources {
  /** Models of the models file. */
  readonly file: readonly EmbeddingEntry[];
  /** Model of the configured folder. */
  readonly folder: EmbeddingEntry | undefined;
  readonly detected: readonly EmbeddingEntry[];
  /** Name of the default model; undefined for the first one. */
  readonly defaultName: string | undefined;
}

/** Builds the list of embedding models. Throws SettingError for a duplicate name or an unknown default. */
export function createEmbeddingCatalog({
  file,
  folder,
  detected,
  defaultName,
}: EmbeddingSources): Pick<ModelCatalog, 'embeddings' | 'defaultEmbedding' | 'findEmbedding'> {
  const names = new Set([...file, BUILTIN_EMBEDDING].map(toKey));
  if (folder && names.has(toKey(folder)))
    throw new SettingError(
      'EMBEDDING_FOLDER',
      `another embedding model has the name ${folder.name}; rename the folder`,
    );
  const additional = [folder ?? [], detected].flat().filter((entry) => !names.has(toKey(entry)));
  const embeddings = [...file, ...additional, BUILTIN_EMBEDDING];
  const byName = new Map(embeddings.map((entry) => [toKey(entry), entry]));
  const findEmbedding = (name: string) => byName.get(name.toLowerCase());
  const first = embeddings[0] ?? BUILTIN_EMBEDDING;
  const defaultEmbedding = defaultName === undefined ? first : findEmbedding(defaultName);
  if (defaultEmbedding) return { embeddings, defaultEmbedding, findEmbedding };
  const known = embeddings.map(({ name }) => name).join(', ');
  throw new SettingError('EMBEDDING_MODEL', `no embedding model has this name; there are ${known}`);
}

function toKey({ name }: EmbeddingEntry): string {
  return name.toLowerCase();
}
