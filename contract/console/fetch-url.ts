import { z } from 'zod/mini';

/** Why the gateway did not fetch the file at a URL, as `details.problem` of the error. */
export const FETCH_PROBLEMS = [
  'invalid',
  'scheme',
  'password',
  /** An address that is not public, and no file of a connected ComfyUI. */
  'private',
  'this_gateway',
  'name',
  'unreachable',
  'tls',
  'timeout',
  'redirects',
  /** The server responded with another status than 200, which is `details.status`. */
  'status',
  'web_page',
  /** Larger than `details.max_bytes`. */
  'too_large',
] as const;
export type FetchProblem = (typeof FETCH_PROBLEMS)[number];

/** Details of the error. They have no part of the URL but its host: paths and queries may contain secrets. */
export const FetchProblemDetails = z.object({
  problem: z.enum(FETCH_PROBLEMS),
  /** Of the URL, or of a redirect; `null` if the URL has none. */
  host: z.nullable(z.string()),
  status: z.optional(z.int()),
  max_bytes: z.optional(z.int()),
});
export type FetchProblemDetails = z.infer<typeof FetchProblemDetails>;

/** Header with the media type that the other server stated; the response itself has a type that cannot run. */
export const FETCHED_TYPE_HEADER = 'x-flowdeck-fetched-type';
