import Type from 'typebox';

/** Files in a record; their content has an address of its own. */
export const FileRecords = Type.Array(
  Type.Object({
    name: Type.String(),
    media_type: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    sha256: Type.String({ description: 'SHA-256 digest in hexadecimal.' }),
    made: Type.Boolean({ description: 'Whether the run created the file. False for files of the request.' }),
  }),
);
