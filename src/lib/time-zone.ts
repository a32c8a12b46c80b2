/** In which zone instants are told: that of the machine, or the one of the API's own times. */
export type TimeZone = 'local' | 'utc';

export const TIME_ZONE_KEY = 'flowdeck.time-zone';

let chosen: TimeZone | null = null;

export function readTimeZone(): TimeZone {
  if (chosen) return chosen;
  try {
    chosen = localStorage.getItem(TIME_ZONE_KEY) === 'utc' ? 'utc' : 'local';
  } catch {
    chosen = 'local';
  }
  return chosen;
}

export function applyTimeZone(zone: TimeZone): void {
  chosen = zone;
  try {
    if (zone === 'utc') localStorage.setItem(TIME_ZONE_KEY, zone);
    else localStorage.removeItem(TIME_ZONE_KEY);
  } catch {
    // Storage is switched off: the choice lasts for this page.
  }
}
