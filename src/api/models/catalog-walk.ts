import type { ModelEntry, ModelPage } from '@contract/router/schemas';
import { unwalkedCursor } from '@/lib/walk-pages';

/**
 * Walking through a catalog that is cut into pages and may be rebuilt in the middle (Model Router 2, "Cursor"). Cursors are
 * only passed back; the walk keeps none beyond itself.
 */

export interface WalkStep {
  /** Null for the first page. */
  cursor: string | null;
  /** The size that the page before was served in. */
  limit: number;
}

export interface WalkedPage {
  page: ModelPage;
  /** Its entity tag; null where the router gave none. */
  tag: string | null;
  /** The step that led here. */
  step: WalkStep;
  /** The cursor had died with an older catalog: this is a first page again. */
  isRestart: boolean;
}

export const FIRST_STEP: WalkStep = { cursor: null, limit: 100 };

/** A catalog that is rebuilt again and again, or a router that walks in circles, comes to an end all the same. */
const MAX_RESTARTS = 5;
const MAX_PAGES = 5000;

/** Null at the end: only `has_more` tells it, never a short or an empty page. */
export function nextStep(pages: readonly WalkedPage[]): WalkStep | null {
  const last = pages.at(-1);
  if (!last?.page.has_more || pages.length >= MAX_PAGES) return null;
  const walked = thisWalk(pages).map(({ step }) => step.cursor);
  const cursor = unwalkedCursor(last.page.next_cursor, walked);
  return cursor === null ? null : { cursor, limit: last.page.limit };
}

export function mayRestart(pages: readonly WalkedPage[]): boolean {
  return pages.filter(({ isRestart }) => isRestart).length < MAX_RESTARTS;
}

/** True where the router said that there is more, and gave no way to it. */
export function isCutOff(pages: readonly WalkedPage[]): boolean {
  return pages.at(-1)?.page.has_more === true && nextStep(pages) === null;
}

/** True once a walk was through, to the end that the router named. */
export function isWhole(pages: readonly WalkedPage[]): boolean {
  return pages.at(-1)?.page.has_more === false;
}

/** That of the whole catalog: every page of the walk has the same one. Null where they differ, or there is none. */
export function wholeTag(pages: readonly WalkedPage[]): string | null {
  const [first, ...others] = thisWalk(pages);
  return first !== undefined && others.every(({ tag }) => tag === first.tag) ? first.tag : null;
}

/**
 * Each model once, the newest word on it. While a walk that started over is under way, models of the older one are shown
 * after its own, so that the list does not shrink and grow; at its end they are gone.
 */
export function walkedModels(pages: readonly WalkedPage[]): ModelEntry[] {
  const models = new Map<string, ModelEntry>();
  const current = thisWalk(pages);
  for (const { page } of isWhole(pages) ? current : [...current, ...pages.slice(0, pages.length - current.length)]) {
    for (const entry of page.data) if (!models.has(entry.id)) models.set(entry.id, entry);
  }
  return [...models.values()];
}

function thisWalk(pages: readonly WalkedPage[]): readonly WalkedPage[] {
  return pages.slice(
    Math.max(
      0,
      pages.findLastIndex(({ isRestart }) => isRestart),
    ),
  );
}
