import { openTarget } from './target-host';
import { TARGET } from './target';
import { openOverHttp } from './http-host';
import { openInMemory } from './memory-host';
import type { Surface, SurfaceOptions } from './surface';

export interface Host {
  name: string;
  /** The test controls the clock and the engine. */
  isVirtual: boolean;
  /** The surface can be killed and restarted. */
  canRestart: boolean;
  /** Opens a new surface; the caller closes it. */
  open(options?: SurfaceOptions): Promise<Surface>;
}

const OWN_HOSTS: readonly Host[] = [
  { name: 'in memory', isVirtual: true, canRestart: true, open: openInMemory },
  { name: 'over HTTP', isVirtual: false, canRestart: true, open: openOverHttp },
];

/** Hosts that every conformance file runs against: `describe.each(HOSTS)('... $name', ({ open }) => ...)`. */
export const HOSTS: readonly Host[] = TARGET
  ? [{ name: 'at the address', isVirtual: false, canRestart: false, open: openTarget }]
  : OWN_HOSTS;
