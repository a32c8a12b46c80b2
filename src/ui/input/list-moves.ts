const PAGE_ROWS = 8;

/** Returns the option that a key makes active in a list of options; `null` for other keys. May be out of range. */
export function moveByKey(key: string, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % Math.max(1, count);
    case 'ArrowUp':
      return (active - 1 + count) % Math.max(1, count);
    case 'PageDown':
      return active + PAGE_ROWS;
    case 'PageUp':
      return active - PAGE_ROWS;
    default:
      return null;
  }
}
