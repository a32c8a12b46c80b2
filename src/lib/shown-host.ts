import { t } from './i18n/messages';

/** Returns the host of a URL as shown: the user decides by it whether to trust what is there. */
export function shownHost(url: string): string {
  const { host, protocol } = new URL(url);
  return protocol === 'http:' ? t('{host} (unencrypted)', { host }) : host;
}
