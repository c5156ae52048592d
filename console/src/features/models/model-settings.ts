import type { Setting } from '../../lib/settings.ts';

const number = (name: string) => ({ name, type: 'number' }) as const;
const text = (name: string) => ({ name, type: 'text' }) as const;
const check = (name: string) => ({ name, type: 'check' }) as const;
const choice = (name: string, ...options: readonly string[]) => ({ name, type: 'choice', options }) as const;

/** All settings of a model call. The API rejects those that the provider does not support. */
export const MODEL_SETTINGS: readonly Setting[] = [
  number('temperature'),
  number('max_tokens'),
  choice('reasoning_effort', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  number('thinking_budget'),
  check('include_thoughts'),
  choice('reasoning_summary', 'auto', 'concise', 'detailed'),
  choice('verbosity', 'low', 'medium', 'high'),
  number('top_p'),
  number('top_k'),
  number('min_p'),
  number('presence_penalty'),
  number('frequency_penalty'),
  number('repetition_penalty'),
  number('seed'),
  { name: 'stop', type: 'json' },
  choice('service_tier', 'auto', 'default', 'flex', 'priority', 'standard', 'standard_only'),
  check('prompt_caching'),
  text('prompt_cache_key'),
  choice('prompt_cache_ttl', '30m', '12h'),
  check('parallel_tool_calls'),
  choice('inference_geo', 'global', 'us'),
  choice('safety_threshold', 'low', 'medium', 'high', 'none', 'off'),
  choice('media_resolution', 'low', 'medium', 'high'),
  text('size'),
  text('aspect_ratio'),
  text('quality'),
  text('voice'),
  number('speed'),
  choice('audio_format', 'mp3', 'wav', 'opus', 'aac', 'flac'),
];
