import type { Surface } from '@/api/surface';
import type { DraftEditor } from '../draft-editor';
import { partnerClassesOf } from './partner-classes';

interface DraftOnServer {
  editor: DraftEditor;
  surface: Surface;
}

/** Partner nodes are paid for with each job, and so are jobs of hosted servers. Prices of nodes are estimates of their authors. */
export function mayCostMoney({ editor, surface }: DraftOnServer, others: readonly Surface[] = []): boolean {
  return partnerClassesOf(editor.state).length > 0 || [surface, ...others].some(isHosted);
}

function isHosted({ kind }: Surface): boolean {
  return kind === 'managed' || kind === 'deployment';
}
