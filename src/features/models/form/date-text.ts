const RFC_3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** What a `datetime-local` input shows for an instant, in the time of this place; null where the text is none. */
export function localText(instant: string): string | null {
  if (instant === '') return '';
  const date = new Date(instant);
  if (!RFC_3339.test(instant) || Number.isNaN(date.getTime())) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** RFC 3339 in UTC, of what such an input holds. Empty for empty. */
export function instantOf(local: string | Date): string {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
