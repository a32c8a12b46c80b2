/** Where a walk through pages goes on; null at its end, and where it is led to a page that it has seen. */
export function unwalkedCursor(next: string | null | undefined, walked: readonly (string | null)[]): string | null {
  return !next || walked.includes(next) ? null : next;
}

/** All pages of a list, from the first, which has no cursor. A list that leads in circles comes to an end all the same. */
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
    cursor = unwalkedCursor(page.nextCursor, walked);
  } while (cursor !== null);
  return pages;
}
