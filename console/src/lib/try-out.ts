/** Whether the product runs on one machine for trying it out: `npm start` with its own database and Temporal server. */
export const IS_TRY_OUT = document.querySelector<HTMLMetaElement>('meta[property=try-out]')?.content === 'true';

const LOOPBACK_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether other devices cannot open an address with this host name. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOST.test(hostname);
}
