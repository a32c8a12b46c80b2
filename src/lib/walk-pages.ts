/** Returns the cursor of the next page; `null` on the last page, or if the cursor repeats one already visited. */
export function nextUnvisitedCursor(
  next: string | null | undefined,
  walked: readonly (string | null)[],
): string | null {
  return !next || walked.includes(next) ? null : next;
}

/** Yields all pages of a list, from the first, which has no cursor. Terminates even if the cursors form a cycle. */
export async function walkPages<Page extends { nextCursor: string | null }>(
  readPage: (cursor: string | null) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  const walked: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    walked.push(cursor);
    const page: Page = await readPage(cursor);
    pages.push(page);
    cursor = nextUnvisitedCursor(page.nextCursor, walked);
  } while (cursor !== null);
  return pages;
}
