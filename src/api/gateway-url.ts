import { BASE_PATH } from '@/lib/host-kind';

/** Returns the URL of the gateway that served this page, without a slash at its end. */
export function gatewayUrl(): string {
  return location.origin + BASE_PATH.slice(0, -1);
}

/** Returns a URL with the path that the gateway of this page sees: without the path of its public URL. */
export function belowGateway(address: string): URL {
  const url = new URL(address);
  if (url.origin === location.origin && url.pathname.startsWith(BASE_PATH)) {
    url.pathname = url.pathname.slice(BASE_PATH.length - 1);
  }
  return url;
}
