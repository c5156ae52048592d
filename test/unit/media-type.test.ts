import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scaledForModel } from '../../src/files/images.ts';
import { isShowable, isText, mediaTypeOf } from '../../src/files/media-type.ts';

const image = (format: 'png' | 'jpeg' | 'webp' | 'gif', width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

describe('the type of a file', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is what its bytes show, whatever was stated: %s',
    async (format) => {
      const data = await image(format, 4, 4);
      for (const stated of [undefined, 'image/png', 'text/plain', 'application/octet-stream'])
        expect(mediaTypeOf(data, stated)).toBe(`image/${format}`);
    },
  );

  it.each([
    ['%PDF-1.7', undefined, 'application/pdf'],
    ['RIFF0000WAVEfmt ', 'audio/x-wav', 'audio/wav'],
    ['a,b\n', 'text/csv; charset=utf-8', 'text/csv'],
    ['Grüße', undefined, 'text/plain'],
    ['\0\0', undefined, 'application/octet-stream'],
    ['', undefined, 'application/octet-stream'],
    ['x', 'Application/JSON', 'application/json'],
    ['<svg onload=alert(1)>', 'image/svg+xml', 'image/svg+xml'],
    ['<html>', 'image/png', 'text/plain'],
    ['\0\0', 'application/pdf', 'application/octet-stream'],
    ['\n\n%PDF-1.7', 'application/pdf', 'application/pdf'],
    ['hello', 'text/csv\r\nx: y', 'text/plain'],
    ['hello', 'nonsense', 'text/plain'],
  ])('of %j, stated as %s, is %s', (text, stated, type) => {
    expect(mediaTypeOf(Buffer.from(text), stated)).toBe(type);
  });

  it('of text is seen although what is looked at ends within a character', () => {
    expect(mediaTypeOf(Buffer.from(`${'x'.repeat(1023)}ü`).subarray(0, 1024), undefined)).toBe('text/plain');
    expect(mediaTypeOf(Buffer.from([0xff, 0xfe, 0x41]), undefined)).toBe('application/octet-stream');
  });

  it('says whether a browser may show it in place, which it may not where it can hold a script', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/octet-stream'])
      expect(isShowable(type)).toBe(false);
    for (const type of ['image/png', 'image/webp', 'application/pdf', 'text/plain'])
      expect(isShowable(type)).toBe(true);
  });

  it('says whether it is text', () => {
    expect(['text/csv', 'application/json', 'image/svg+xml'].every(isText)).toBe(true);
    expect(['image/png', 'application/pdf', 'audio/wav'].some(isText)).toBe(false);
  });
});

describe('an image for a model', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is scaled down where it is large, in its own format: %s',
    async (format) => {
      const scaled = await scaledForModel(await image(format, 3000, 1000), `image/${format}`);
      expect(await sharp(scaled).metadata()).toMatchObject({ format, width: 2048, height: 683 });
    },
  );

  it('stays as it is where it is small, moves or cannot be decoded', async () => {
    const small = await image('png', 2048, 10);
    const moving = await image('gif', 3000, 10);
    const broken = small.subarray(0, 20);
    expect(await scaledForModel(small, 'image/png')).toBe(small);
    expect(await scaledForModel(moving, 'image/gif')).toBe(moving);
    expect(await scaledForModel(broken, 'image/png')).toBe(broken);
  });
});
