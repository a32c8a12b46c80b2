import { writeSetting, readText } from './local-storage';

/** In which zone instants are told: that of the machine, or the one of the API's own times. */
export type TimeZone = 'local' | 'utc';

export const TIME_ZONE_KEY = 'flowdeck.time-zone';

let chosen: TimeZone | null = null;

export function readTimeZone(): TimeZone {
  return (chosen ??= readText(TIME_ZONE_KEY) === 'utc' ? 'utc' : 'local');
}

export function applyTimeZone(zone: TimeZone): void {
  chosen = zone;
  writeSetting(TIME_ZONE_KEY, zone === 'utc' ? zone : null);
}
