import { IS_DEMO } from '@/lib/host-kind';

declare const __FLOWDECK_GATEWAY__: boolean | undefined;

/** False in the static build: no gateway serves the page, so its own origin has no API. */
export function hasGateway(): boolean {
  return typeof __FLOWDECK_GATEWAY__ === 'undefined' || __FLOWDECK_GATEWAY__;
}

/** Returns true if the gateway can relay requests to other servers. The gateway of the demo has no network access. */
export function canRelay(): boolean {
  return hasGateway() && !IS_DEMO;
}
