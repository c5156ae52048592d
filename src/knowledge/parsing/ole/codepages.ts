/** Charsets of codepages that have names of their own. */
const CHARSETS: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20127: 'windows-1252',
  20866: 'koi8-r',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Returns the charset of a codepage of Windows, undefined if it is unknown. */
export function toCharset(codepage: number | undefined): string | undefined {
  if (codepage === undefined) return undefined;
  if (codepage >= 1250 && codepage <= 1258) return `windows-${codepage}`;
  return codepage > 28_590 && codepage < 28_606 ? `iso-8859-${codepage - 28_590}` : CHARSETS[codepage];
}
