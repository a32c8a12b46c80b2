import type { Difference } from './proxy-differences';

/**
 * Known differences of the simulated hosted surfaces (`server/testing/hosted-surface.ts`) from rules that only our gateway promises:
 * the documents leave them open, or state them for self-hosted surfaces. `docs/interop.md` explains each cause.
 */
export const HOSTED_DIFFERENCES: readonly Difference[] = [
  {
    cause: 'content host',
    file: 'assets-content.spec.ts',
    title: /cannot be used as|is cacheable while|forged signature|expired URL|invalid for other operations/,
    message: /\b(?:200|400|403|no-cache)\b/,
  },
  { cause: 'content host', title: /has a content URL that works|a signed content URL works/ },
  { cause: 'redacted extra_data', title: /never contains credentials/, message: /"workflow"/ },
  { cause: 'list records', title: /contains full jobs|filters by one or more statuses/ },
  { cause: 'list records', file: 'jobs-listing.spec.ts', title: /^rejects/, message: /\b200\b.*\b400\b/ },
  { cause: 'health and HEAD', title: /of \/api\/v2\/(?:health|jobs) is its GET|health stays open/ },
  { cause: 'foreign pages', file: 'router-access.spec.ts', title: /for another site/ },
  { cause: 'API keys under /v1', title: /bearers only, not API keys/, message: /\b200\b.*\b401\b/ },
  { cause: 'no Job API', title: /GET \/api gets not_found/, message: /^TypeError\b/ },
];
