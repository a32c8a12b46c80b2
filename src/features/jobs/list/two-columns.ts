/** Media query for the two-column job page, which does not scroll as a whole. */
export const TWO_COLUMNS = '(min-width: 840px)';
