import type { Surface } from '@/api/surface';

/** Outcome of one job of a bulk action. */
export interface BulkResult {
  /** Server of the job. */
  surface: Surface;
  /** Id of the original job. */
  id: string;
  title: string;
  tone: 'ok' | 'warn' | 'bad';
  words: string;
  /** Id of the resulting job, if it is a new one. */
  newJobId: string | null;
  /** For a failure: its description for the server, shared by all jobs that failed in the same way. */
  failure?: { what: string; next: string };
}

/** Results of one server. */
export interface ServerTally {
  surface: Surface;
  /** By outcome. */
  counts: Record<BulkResult['tone'], number>;
  /** Failure of the first job: usually, all failures of a server have the same cause. */
  failure: BulkResult['failure'] | undefined;
}

/**
 * Outcomes of the jobs so far, failures first. Mutable, since nothing may be sorted or copied per result: several
 * thousand may arrive within seconds.
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

  /** In order of their first response. */
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

/** Calls `show` shortly after `ask`, once for all calls in the meantime. */
export function createThrottle(show: () => void, delayMs: number): { ask: () => void; end: () => void } {
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
    /** Shows the last state at once. */
    end,
  };
}
