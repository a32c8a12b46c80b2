import type { SurfaceColor } from '@contract/console/surfaces';

/**
 * A server with the Job API, the Model Router API or both, defined by base URLs only (Job API 1, "Moving between the surfaces").
 * Its id is the first part of every path, cache key and stored record.
 */
export interface Surface {
  id: string;
  name: string;
  /** Absent: gray. */
  color?: SurfaceColor;
  /** URL at which this page reaches its Job API, absolute, without a trailing slash; `null` if it has none. */
  baseUrl: string | null;
  /** Separate URL of its Model Router; `null` if it has none. */
  routerBaseUrl: string | null;
  /** `gateway`: a Flowdeck gateway, with the private operations of the console. A `deployment` runs one pinned workflow. */
  kind: 'gateway' | 'managed' | 'deployment' | 'self-hosted' | 'router';
  /** For a relayed surface: its own base URLs, against which links of its responses resolve (decision 058). */
  remote?: { jobs: string | null; router: string | null };
  /** Spelling of names with two variants; absent: that of the API documents. */
  dialect?: 'service' | 'comfy';
  /** How its Model Router accepts a credential; absent: as a bearer token. */
  routerAuth?: 'bearer' | 'x-api-key';
  /** Credential for a surface that the page reaches directly; our own gateway uses a cookie, and the relay stores its own. */
  bearer?: string;
  /** The page has this credential, but encrypted: nothing is sent until it is unlocked. */
  isLocked?: true;
}
