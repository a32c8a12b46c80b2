import type { ModelEntry, ModelPage } from '@contract/router/schemas';
import { nextUnvisitedCursor } from '@/lib/walk-pages';

/**
 * Walks through a paginated catalog that may be rebuilt during the walk (Model Router 2, "Cursor"). Cursors are returned
 * unchanged, and not stored after the walk.
 */

export interface WalkStep {
  /** `null` for the first page. */
  cursor: string | null;
  /** Limit of the previous page, as served. */
  limit: number;
}

export interface WalkedPage {
  page: ModelPage;
  /** Its ETag; `null` if the router sent none. */
  tag: string | null;
  /** The step that requested this page. */
  step: WalkStep;
  /** The cursor was stale, and this is a first page again. */
  isRestart: boolean;
}

export const FIRST_STEP: WalkStep = { cursor: null, limit: 100 };

/** Limits walks of a constantly rebuilt catalog, or of a router with cyclic cursors. */
const MAX_RESTARTS = 5;
const MAX_PAGES = 5000;

/** Returns `null` at the end, which only `has_more` determines, never a short or empty page. */
export function nextStep(pages: readonly WalkedPage[]): WalkStep | null {
  const last = pages.at(-1);
  if (!last?.page.has_more || pages.length >= MAX_PAGES) return null;
  const walked = thisWalk(pages).map(({ step }) => step.cursor);
  const cursor = nextUnvisitedCursor(last.page.next_cursor, walked);
  return cursor === null ? null : { cursor, limit: last.page.limit };
}

export function mayRestart(pages: readonly WalkedPage[]): boolean {
  return pages.filter(({ isRestart }) => isRestart).length < MAX_RESTARTS;
}

/** Returns true if the router reported more models but no usable cursor. */
export function isCutOff(pages: readonly WalkedPage[]): boolean {
  return pages.at(-1)?.page.has_more === true && nextStep(pages) === null;
}

/** Returns true if the walk reached the end that the router reported. */
export function isWhole(pages: readonly WalkedPage[]): boolean {
  return pages.at(-1)?.page.has_more === false;
}

/** Returns the ETag of the whole catalog, equal on all pages; `null` if they differ or there is none. */
export function catalogTag(pages: readonly WalkedPage[]): string | null {
  const [first, ...others] = thisWalk(pages);
  return first !== undefined && others.every(({ tag }) => tag === first.tag) ? first.tag : null;
}

/**
 * Returns each model once, in its newest version. During a restarted walk, models of the previous one follow its own, so that
 * the list does not shrink and grow; they are removed at its end.
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
