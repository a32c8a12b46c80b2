import { openOverHttp } from './http-host';
import { openInMemory } from './memory-host';
import type { Surface, SurfaceOptions } from './surface';

export type { Surface, SurfaceOptions };

export interface Host {
  name: string;
  /** Time and engine are in the hands of the test. */
  isVirtual: boolean;
  /** A surface of its own; the caller closes it. */
  open(options?: SurfaceOptions): Promise<Surface>;
}

/** Conformance files run their rules against each: `describe.each(HOSTS)('... $name', ({ open }) => ...)`. */
export const HOSTS: readonly Host[] = [
  { name: 'in memory', isVirtual: true, open: openInMemory },
  { name: 'over HTTP', isVirtual: false, open: openOverHttp },
];
