import type { Surface } from '@/api/surface';
import type { BulkResult } from './bulk-work';

/** What happened at one server. */
export interface ServerTally {
  surface: Surface;
  /** By outcome. */
  counts: Record<BulkResult['tone'], number>;
  /** Of the first job that failed: mostly all of a server fail alike. */
  failure: BulkResult['failure'] | undefined;
}

/**
 * What became of the jobs so far, failures first. It grows in place, and nothing is sorted or copied for one more: several
 * thousand jobs may be answered within seconds.
 */
export class BulkTally {
  private readonly byTone: Readonly<Record<BulkResult['tone'], BulkResult[]>> = { bad: [], warn: [], ok: [] };

  private readonly ofServers = new Map<string, ServerTally>();

  add(result: BulkResult): void {
    this.byTone[result.tone].push(result);
    const { surface, tone, failure } = result;
    const server = this.ofServers.get(surface.id) ?? {
      surface,
      counts: { bad: 0, warn: 0, ok: 0 },
      failure: undefined,
    };
    server.counts[tone] += 1;
    server.failure ??= failure;
    this.ofServers.set(surface.id, server);
  }

  /** In the order in which they first answered. */
  get servers(): readonly ServerTally[] {
    return [...this.ofServers.values()];
  }

  get counts(): Readonly<Record<BulkResult['tone'], number>> {
    const { bad, warn, ok } = this.byTone;
    return { bad: bad.length, warn: warn.length, ok: ok.length };
  }

  get total(): number {
    const { bad, warn, ok } = this.counts;
    return bad + warn + ok;
  }

  at(index: number): BulkResult | undefined {
    const { bad, warn, ok } = this.byTone;
    return bad[index] ?? warn[index - bad.length] ?? ok[index - bad.length - warn.length];
  }
}

/** Calls `show` soon after it was asked to, once for all that was asked meanwhile. */
export function createBatch(show: () => void, delayMs: number): { ask: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    show();
  };
  return {
    ask: () => {
      timer ??= setTimeout(end, delayMs);
    },
    /** Shows the last at once. */
    end,
  };
}
