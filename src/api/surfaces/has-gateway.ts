import { IS_DEMO } from '@/lib/host-kind';

declare const __FLOWDECK_GATEWAY__: boolean | undefined;

/** False in the static build: no gateway serves the page, so nothing of its own origin can be asked. */
export function hasGateway(): boolean {
  return typeof __FLOWDECK_GATEWAY__ === 'undefined' || __FLOWDECK_GATEWAY__ === true;
}

/** Whether requests to other servers can go through the gateway. That of the demo has no network of its own. */
export function canRelay(): boolean {
  return hasGateway() && !IS_DEMO;
}
