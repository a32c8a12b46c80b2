import type { EngineStatus } from '@contract/console/gateway-status';
import type { Health } from '@/app/surfaces/health-of';
import { formatCount, formatDateTime } from '@/lib/format';

/** One line about an engine, and the color of its dot. */
export function engineState(engine: EngineStatus): Health {
  const { comfyui, state, movesTo, jobs } = engine;
  const isBusy = jobs.length > 0;
  const draining = drainingText(engine);
  if (comfyui?.state === 'unknown') return { tone: 'unknown', text: joined(draining, 'Connecting…') };
  if (comfyui && comfyui.state !== 'here') {
    const since =
      typeof comfyui.unreachableSince === 'number' ? ` since ${formatDateTime(comfyui.unreachableSince)}` : '';
    return { tone: state === 'active' ? 'bad' : 'warn', text: joined(draining, `Unreachable${since}`) };
  }
  if (draining === null) {
    const isBusyElsewhere = (comfyui?.queue?.foreign ?? 0) > 0;
    return { tone: 'ok', text: isBusy ? 'Busy' : isBusyElsewhere ? 'Busy for other clients' : 'Idle' };
  }
  if (movesTo && !isBusy) return { tone: 'warn', text: draining };
  return { tone: 'warn', text: joined(draining, isBusy ? 'finishing its job' : 'idle') };
}

function drainingText({ state, movesTo }: EngineStatus): string | null {
  if (state === 'active') return null;
  if (movesTo) return `Draining, then moving to ${movesTo}`;
  return state === 'removed' ? 'Removed from the configuration' : 'Draining';
}

function joined(first: string | null, second: string): string {
  return first === null ? second : `${first} · ${second.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`;
}

/** Formats ComfyUI's own queue, which includes prompts of other clients. */
export function queueText({ prompts, foreign }: { prompts: number; foreign: number }): string {
  if (prompts === 0) return 'empty';
  const count = foreign === prompts ? 'all' : foreign;
  return `${formatCount(prompts, 'prompt')}${foreign === 0 ? '' : `, ${count} from other clients`}`;
}
