import { defaultFilter } from 'cmdk';
import type { ReactNode } from 'react';

export interface PaletteEntry {
  /** Identifies the entry. */
  value: string;
  title: string;
  /** In another language the title is also found by its English text. */
  englishTitle?: string;
  /** Additional search words. */
  words?: readonly string[];
  icon?: ReactNode;
  /** At the far end: keys, a status, an age. */
  detail?: ReactNode;
  /** Reason why it is unavailable now; the entry stays focusable, so that the reason can be read. */
  disabledReason?: string | null;
  onSelect: () => void;
}

export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
  /** Its entries are always shown, before all others. */
  isFixed?: boolean;
}

/** Excludes titles in which the letters are scattered. */
const MIN_SCORE = 0.03;
/** Below a title that starts with the typed text, above one that contains its letters separately. */
const WORDS_SCORE = 0.5;
/** A shorter prefix would match too many jobs. */
const MIN_ID_START = 4;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

/** Marks an entry as a job, which `scoreOf` also finds by the start of its id. */
export function jobValue(id: string): string {
  return `job:${id}`;
}

/**
 * Returns how well an entry matches the typed text, 0 for no match. `value` identifies an entry, `words` are searched. The first
 * word is the entry's name and matches with letters omitted; each typed word must be a prefix of one of the others. A job is also
 * found by the start of its id.
 */
export function scoreOf(value: string, search: string, words: string[] = []): number {
  const typed = search.trim().toLowerCase();
  if (typed.length >= MIN_ID_START && value.startsWith(jobValue(typed))) return 1;
  const [name = '', ...more] = words;
  const score = defaultFilter?.(name, typed, []) ?? 0;
  return Math.max(score < MIN_SCORE ? 0 : score, startWords(typed, [name, ...more]) ? WORDS_SCORE : 0);
}

/**
 * Returns the groups with the entries that match the typed text, best match first. cmdk sorts entries but not groups (1.1.1), so the
 * palette ranks both and cmdk only moves the selection.
 */
export function rankGroups(groups: readonly PaletteGroup[], search: string): readonly PaletteGroup[] {
  if (search.trim() === '') return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map((group) => rankEntries(group, search))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((left, right) => right.best - left.best);
}

function rankEntries(group: PaletteGroup, search: string): PaletteGroup & { best: number } {
  if (group.isFixed) return { ...group, best: Infinity };
  const ranked = group.entries
    .map((entry) => ({ entry, score: scoreOfEntry(entry, search) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  return { ...group, entries: ranked.map(({ entry }) => entry), best: ranked[0]?.score ?? 0 };
}

function scoreOfEntry({ value, title, englishTitle = title, words = [] }: PaletteEntry, search: string): number {
  const score = scoreOf(value, search, [title, ...words]);
  return englishTitle === title ? score : Math.max(score, scoreOf(value, search, [englishTitle, ...words]));
}

function startWords(typed: string, words: readonly string[]): boolean {
  const known = words.join(' ').toLowerCase().split(/\s+/);
  return typed.split(/\s+/).every((part) => known.some((word) => word.startsWith(part)));
}

/** Returns a typed or pasted job id, alone or in a URL. @param isAsked accepts any word, since not all surfaces use UUIDs */
export function jobIdIn(text: string, acceptsAnyWord: boolean): string | null {
  const uuid = UUID.exec(text)?.[0];
  if (uuid) return uuid.toLowerCase();
  if (!acceptsAnyWord) return null;
  const typed = text.trim();
  const fromUrl = /\/jobs\/([^/?#\s]+)/.exec(typed)?.[1];
  if (fromUrl) return fromUrl;
  return /^[^\s/]+$/.test(typed) ? typed : null;
}
