import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageSize } from '../../src/files/images/header.ts';
import { scaleForModel } from '../../src/files/images/scale.ts';
import { getFileMediaType, isShowable, isText } from '../../src/platform/media-type.ts';

const image = (format: 'png' | 'jpeg' | 'webp' | 'gif', width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

describe('the type of a file', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is detected from its bytes, whatever was stated: %s',
    async (format) => {
      const data = await image(format, 4, 4);
      for (const stated of [undefined, 'image/png', 'text/plain', 'application/octet-stream'])
        expect(getFileMediaType(data, stated)).toBe(`image/${format}`);
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
  ])('with bytes %j, stated as %s, is %s', (text, stated, type) => {
    expect(getFileMediaType(Buffer.from(text), stated)).toBe(type);
  });

  it('is text even if the inspected prefix ends within a character', () => {
    expect(getFileMediaType(Buffer.from(`${'x'.repeat(1023)}ü`).subarray(0, 1024), undefined)).toBe('text/plain');
    expect(getFileMediaType(Buffer.from([0xff, 0xfe, 0x41]), undefined)).toBe('application/octet-stream');
  });

  it('determines whether a browser can show it inline, which excludes files with scripts', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/octet-stream'])
      expect(isShowable(type)).toBe(false);
    for (const type of ['image/png', 'image/webp', 'application/pdf', 'text/plain', 'audio/mpeg'])
      expect(isShowable(type)).toBe(true);
  });

  it('determines whether it is text', () => {
    expect(['text/csv', 'application/json', 'image/svg+xml'].every(isText)).toBe(true);
    expect(['image/png', 'application/pdf', 'audio/wav'].some(isText)).toBe(false);
  });
});

describe('an image', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('has its size read from its header: %s', async (format) => {
    expect(readImageSize(await image(format, 300, 70), `image/${format}`)).toEqual({ width: 300, height: 70 });
  });

  it('has its size read from every form of WebP, and none from a truncated header', async () => {
    const noise = sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    for (const options of [{ lossless: true }, { quality: 40 }])
      expect(readImageSize(await noise.webp(options).toBuffer(), 'image/webp')).toEqual({ width: 40, height: 30 });
    expect(readImageSize((await image('png', 4, 4)).subarray(0, 18), 'image/png')).toBeUndefined();
    expect(readImageSize((await image('jpeg', 4, 4)).subarray(0, 40), 'image/jpeg')).toBeUndefined();
  });
});

describe('an image for a model', () => {
  it('is scaled down if it is large, in its own format', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const scaled = await scaleForModel(await image(format, 3000, 1000), `image/${format}`);
      expect(await sharp(scaled).metadata()).toMatchObject({ format, width: 2048, height: 683 });
    }
  });

  it('is rotated by its EXIF orientation', async () => {
    const lying = await sharp(await image('jpeg', 60, 20))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const upright = await sharp(await scaleForModel(lying, 'image/jpeg')).metadata();
    expect([upright.width, upright.height, upright.orientation]).toEqual([20, 60, undefined]);
  });

  it('is unchanged if it is small, a GIF, or has an unknown header', async () => {
    const [small, moving] = [await image('png', 2048, 10), await image('gif', 3000, 10)];
    expect(await scaleForModel(small, 'image/png')).toBe(small);
    expect(await scaleForModel(moving, 'image/gif')).toBe(moving);
    const nothing = small.subarray(0, 20);
    expect(await scaleForModel(nothing, 'image/png')).toBe(nothing);
  });

  it('is a still image if it is an animation of ten thousand frames', async () => {
    const frame = await sharp({ create: { width: 3000, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const two = await sharp([frame, frame], { join: { animated: true } })
      .webp({ loop: 0, minSize: false })
      .toBuffer();
    const scaled = await scaleForModel(repeatLastFrame(two, 10_000), 'image/webp');
    expect(await sharp(scaled).metadata()).toMatchObject({ format: 'webp', width: 2048, height: 3 });
    expect((await sharp(scaled).metadata()).pages ?? 1).toBe(1);
  });

  it('is rejected if it is damaged, or too large to be decoded', async () => {
    const whole = await image('png', 3000, 10);
    const refused = [
      [whole.subarray(0, whole.length - 12), 'image/png', 'is incomplete'],
      [(await image('webp', 3000, 10)).subarray(0, 60), 'image/webp', 'is incomplete'],
      [Buffer.concat([whole.subarray(0, 33), Buffer.from('nothing IEND')]), 'image/png', 'is damaged: '],
      [setPngSize(whole, 30_000, 30_000), 'image/png', '30000 × 30000 pixels; at most 100 million'],
    ] as const;
    for (const [data, type, words] of refused) await expect(scaleForModel(data, type), words).rejects.toThrow(words);
  });
});

/** A PNG with another size in its header. */
function setPngSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

/** An animated WebP with its last frame repeated. */
function repeatLastFrame(webp: Buffer, count: number): Buffer {
  const last = webp.lastIndexOf('ANMF');
  const frames = Array.from({ length: count }, () => webp.subarray(last));
  const changed = Buffer.concat([webp.subarray(0, last), ...frames]);
  changed.writeUInt32LE(changed.length - 8, 4);
  return changed;
}
