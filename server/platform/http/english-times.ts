/** Times as the console shows them in English (`src/lib/format.ts`), for prerendered pages. */

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function durationText(ms: number): string {
  if (ms > 0 && ms < 50) return '< 0.1 s';
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${twoDigits(minutes % 60)} min` : `${Math.floor(hours / 24)} days`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** `now`, `34 s ago`, `5 min ago`, `3 h ago`, `6 d ago`; empty for dates, which depend on the time zone of the browser. */
export function ageText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 24 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return seconds < 7 * 24 * 3600 ? `${Math.floor(seconds / 86_400)} d ago` : '';
}
