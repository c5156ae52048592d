import type { ModelFields } from '../../catalog.ts';
import { defineProvider } from '../provider.ts';
import { demoImages, demoSpeech } from './media.ts';
import { demoModel } from './model.ts';

const DEMO_MODEL: ModelFields = {
  name: 'demo',
  alias: null,
  vendor: 'holdfast',
  description:
    'Scripted demonstration model, not an AI: echoes messages, calls the tools they name, fills output formats, draws patterns and plays notes',
  supports_vision: false,
  supports_tools: true,
  output_modalities: ['text', 'json', 'image', 'audio'],
  context_window: null,
  input_price: '0',
  output_price: '0',
  retired: false,
  providerModel: 'demo',
};

/** The scripted demo model. */
export const demo = defineProvider({
  name: 'demo',
  label: 'Demo',
  vendor: 'holdfast',
  isInProcess: true,
  fallbackModel: DEMO_MODEL,
  acceptsPdf: false,
  settings: {},
  toOptions: (_settings, { isObserved }) => ({ unseen: !isObserved }),
  createLanguageModel: async () => demoModel,
  media: {
    image: { settings: {}, createModel: async () => demoImages },
    audio: { settings: {}, createModel: async () => demoSpeech },
  },
  hasToolErrorFlag: true,
});
