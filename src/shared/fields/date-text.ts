const RFC_3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Returns a timestamp as the local time of a `datetime-local` input; `null` if the text is not a timestamp. */
export function localText(timestamp: string): string | null {
  if (timestamp === '') return '';
  const date = new Date(timestamp);
  if (!RFC_3339.test(timestamp) || Number.isNaN(date.getTime())) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Converts the value of such an input to RFC 3339 in UTC. Empty for an empty one. */
export function timestampOf(local: string | Date): string {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
