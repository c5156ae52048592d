import Type from 'typebox';

/** Files as records show them; their bytes have an address of their own. */
export const ShownFiles = Type.Array(
  Type.Object({
    name: Type.String(),
    media_type: Type.String(),
    size: Type.Integer({ description: 'bytes' }),
    sha256: Type.String({ description: 'of the bytes, hexadecimal' }),
    made: Type.Boolean({ description: 'whether the run made it; else it came with the request' }),
  }),
);
