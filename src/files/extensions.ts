/** File extensions by media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
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

/** Returns the file extension of a media type. */
export const getFileExtension = (mediaType: string): string => EXTENSIONS[mediaType] ?? '.bin';
