/** Endings of names of files by type, as far as people's machines go by them. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/aac': '.aac',
  'audio/flac': '.flac',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/markdown': '.md',
  'text/plain': '.txt',
};

/** What the name of a file of a type ends in. */
export const endingOf = (mediaType: string): string => ENDINGS[mediaType] ?? '.bin';
