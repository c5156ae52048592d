/** Returns bytes as lower-case hexadecimal digits. `Uint8Array.toHex` is missing in older browsers. */
export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
