const MAX_READ = 80;
const MAX_KEY = 160;
const DIGITS = 10;

/**
 * A text whose code unit order is the order of titles: without case and accents, and numbers by value ("Run 2" before
 * "Run 10"). Comparing a hundred thousand titles with a collator would take a hundred times as long.
 */
export function titleSortKey(title: string): string {
  return title
    .slice(0, MAX_READ)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))
    .slice(0, MAX_KEY);
}
