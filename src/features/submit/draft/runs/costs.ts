import type { Surface } from '@/api/surface';
import type { SessionState } from '../session-state';
import { partnerClassesOf } from './partner-classes';

interface DraftOnServer {
  state: SessionState;
  surface: Surface;
}

/** Partner nodes are paid for with each job, and so are jobs of hosted servers. No server reports prices. */
export function mayCostMoney({ state, surface }: DraftOnServer, others: readonly Surface[] = []): boolean {
  return partnerClassesOf(state).length > 0 || [surface, ...others].some(isHosted);
}

function isHosted({ kind }: Surface): boolean {
  return kind === 'managed' || kind === 'deployment';
}
