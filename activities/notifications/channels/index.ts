import type { ChannelName } from '../../../src/notifications/contract.ts';
import type { Channel } from './channel.ts';
import { mail } from './mail.ts';

const CHANNELS: Readonly<Record<ChannelName, Channel>> = { mail };

/** Returns the channel with a name. */
export const getChannel = (name: ChannelName): Channel => CHANNELS[name];
