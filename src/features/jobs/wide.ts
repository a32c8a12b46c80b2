/** Where the page of a job stands in two columns and does not scroll as a whole. */
export const WIDE = '(min-width: 840px)';
