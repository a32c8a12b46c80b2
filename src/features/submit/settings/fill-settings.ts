import { parseGenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { showToast } from '@/shared/feedback/toasts';
import type { EditorSession } from '../draft/editor-session';
import { matchSettings } from './match-settings';

const LABELS: Readonly<Record<SettingName, string>> = {
  prompt: 'prompt',
  negative: 'negative prompt',
  seed: 'seed',
  steps: 'steps',
  cfg: 'CFG',
  sampler: 'sampler',
  scheduler: 'scheduler',
  width: 'width',
  height: 'height',
};

/** Fills the form of an open workflow with the settings of a file, in one step of undo. */
export function fillSettings(session: EditorSession, text: string): void {
  const { changes, used, unused } = matchSettings(session.state, parseGenerationSettings(text));
  const list = (names: readonly SettingName[]) => names.map((name) => LABELS[name]).join(', ');
  if (used.length > 0) session.setValues(changes);
  const left = unused.length > 0 ? `Without a matching input: ${list(unused)}. ` : '';
  showToast(
    used.length > 0
      ? { tone: 'ok', title: `Filled in ${list(used)}`, description: `${left}Undo restores the previous values.` }
      : {
          tone: 'neutral',
          title: 'No matching inputs',
          description: 'This workflow has no inputs for the settings of the file. Nothing was changed.',
        },
  );
}
