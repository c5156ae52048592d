import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { acceptsFile } from '../../src/platform/models/accepted-files.ts';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import { createMediaGateway } from '../../src/platform/models/media/gateway.ts';
import { computeMediaCredits } from '../../src/platform/models/media/price.ts';
import type { MediaRequest } from '../../src/platform/models/media/request.ts';
import { getMediaFallbackSettings } from '../../src/platform/models/media/settings.ts';
import { FALLBACK_MODEL, type ProviderName } from '../../src/platform/models/providers/index.ts';
import { POINT } from '../support/model-server-media.ts';

const env = { KEY: 'sk-media-canary' };
const signal = new AbortController().signal;

const model = (provider: ProviderName, fields: Partial<ModelEntry> = {}): ModelEntry => ({
  ...FALLBACK_MODEL,
  id: '00000000-0000-5000-8000-000000000000',
  name: 'maker',
  provider,
  providerModel: 'gemini-maker',
  baseUrl: 'http://maker.example/v1',
  apiKeyEnv: 'KEY',
  ...fields,
});

/** Returns the request to a provider with this response, and the result. */
async function requestMedia(request: Omit<MediaRequest, 'images'> & Partial<MediaRequest>, answer: unknown) {
  const sent: { url: string; body: string }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), body: String(init?.body) });
    return Response.json(answer);
  };
  const gateway = createMediaGateway({ env, idleTimeoutMs: 1000, fetch: fetch as typeof globalThis.fetch });
  const outcome = await gateway.generate({ images: [], ...request }, { signal }).catch((error: Error) => error);
  return { sent, outcome };
}

describe('settings of images and speech', () => {
  it('are sent under the names of each provider', async () => {
    const picture = { kind: 'image', text: 'A cat', settings: { aspect_ratio: '16:9', seed: 3 } } as const;
    const image = { inlineData: { mimeType: 'image/png', data: POINT.toString('base64') } };
    const candidates = [{ content: { role: 'model', parts: [image] }, finishReason: 'STOP' }];
    const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 1290, totalTokenCount: 1297 };
    const google = await requestMedia({ ...picture, model: model('google') }, { candidates, usageMetadata });
    expect(google.sent[0]?.url).toContain('/models/gemini-maker:generateContent');
    expect(JSON.parse(google.sent[0]?.body ?? '')).toMatchObject({
      generationConfig: { seed: 3, imageConfig: { aspectRatio: '16:9' }, responseModalities: ['IMAGE'] },
    });
    expect(google.outcome).toMatchObject({ bytes: POINT, inputTokens: 7, outputTokens: 1290, warnings: [] });
    const settings = { size: '512x512', quality: 'low' } as const;
    const data = [{ b64_json: POINT.toString('base64') }];
    const openai = await requestMedia({ ...picture, settings, model: model('openai') }, { created: 1, data });
    expect(JSON.parse(openai.sent[0]?.body ?? '')).toMatchObject({ prompt: 'A cat', size: '512x512', quality: 'low' });
    expect(openai.outcome).toMatchObject({ bytes: POINT, inputTokens: 0, outputTokens: 0 });
  });

  it('of a first model are sent to the fallback if its provider supports them', () => {
    const first = { size: '1x1', quality: 'low', aspect_ratio: '1:1' };
    expect(getMediaFallbackSettings(model('google'), 'image', null, first)).toEqual({ aspect_ratio: '1:1' });
    expect(getMediaFallbackSettings(model('google'), 'image', { seed: 1 }, first)).toEqual({ seed: 1 });
  });
});

describe('a media response of a provider', () => {
  const picture = { kind: 'image', text: 'A cat', settings: {}, model: model('openai-compatible') } as const;

  it('with an address on another host is not followed', async () => {
    const { sent, outcome } = await requestMedia(picture, { data: [{ url: 'http://169.254.169.254/latest' }] });
    expect(sent).toHaveLength(1);
    expect(outcome).toMatchObject({ name: 'ModelCallError', reason: 'invalid_answer' });
  });

  it('without an image is an error that can be retried, and reveals no key', async () => {
    for (const answer of [{ data: [{ b64_json: '' }] }, { data: [] }, { key: env.KEY }]) {
      const { outcome } = await requestMedia(picture, answer);
      expect(outcome).toMatchObject({ name: 'ModelCallError', retryable: true });
      expect(String(outcome)).not.toContain(env.KEY);
    }
  });
});

describe('the price', () => {
  it('is that of the image or of the characters, and of the counted tokens', () => {
    const priced = model('openai', {
      image_price: '4',
      character_price: '1500',
      input_price: '100',
      output_price: '200',
    });
    const tokens = { inputTokens: 10, outputTokens: 20 };
    expect(computeMediaCredits({ model: priced, kind: 'image', text: 'A cat' }, tokens)).toBe('4.005');
    const spoken = { model: priced, kind: 'audio', text: 'Grüße 😀' } as const;
    expect(computeMediaCredits(spoken, { inputTokens: 0, outputTokens: 0 })).toBe('0.0105');
  });
});

describe('the demo model', () => {
  it('draws a real image and speaks a real recording, the same for the same text', async () => {
    const gateway = createMediaGateway({ env: {}, idleTimeoutMs: 1000 });
    const demo = model('demo', { apiKeyEnv: undefined });
    const make = async (kind: 'image' | 'audio', text: string) =>
      (await gateway.generate({ model: demo, kind, text, images: [], settings: {} }, { signal })).bytes;
    const picture = await make('image', 'A cat');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(await sharp(picture).stats()).toMatchObject({ isOpaque: true });
    expect([picture.equals(await make('image', 'A cat')), picture.equals(await make('image', 'A dog'))]).toEqual([
      true,
      false,
    ]);
    const sound = await make('audio', 'Hello');
    expect(sound.toString('latin1', 0, 4) + sound.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(sound.readUInt32LE(4)).toBe(sound.length - 8);
    expect(sound.subarray(44).some((byte) => byte !== 0)).toBe(true);
  });
});

describe('the input media of a model', () => {
  it('depend on its provider, and on the models file', () => {
    const takes = (provider: ProviderName, fields: Partial<ModelEntry> = {}) =>
      ['image/png', 'application/pdf', 'audio/wav', 'text/csv', 'application/zip'].filter((type) =>
        acceptsFile(model(provider, { supports_vision: true, ...fields }), type),
      );
    expect(takes('openai')).toEqual(['image/png', 'application/pdf', 'text/csv']);
    expect(takes('anthropic', { supports_audio: true })).toEqual(['image/png', 'application/pdf', 'text/csv']);
    expect(takes('google', { supports_pdf: false })).toEqual(['image/png', 'audio/wav', 'text/csv']);
    expect(takes('openai-compatible', { supports_audio: false })).toEqual(['image/png', 'application/pdf', 'text/csv']);
    expect(takes('openai-compatible', { supports_vision: false, supports_pdf: true })).toEqual([
      'application/pdf',
      'audio/wav',
      'text/csv',
    ]);
    expect(takes('demo', { supports_vision: false })).toEqual(['text/csv']);
  });
});
