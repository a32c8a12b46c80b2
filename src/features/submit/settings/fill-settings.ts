import { parseGenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { showToast } from '@/shared/feedback/toasts';
import type { DraftEditor } from '../draft/draft-editor';
import { matchSettings, type SettingsMatch } from './match-settings';

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
export function fillSettings(editor: DraftEditor, text: string): void {
  const match = matchSettings(editor.state, parseGenerationSettings(text));
  if (match.used.length > 0) editor.setValues(match.changes);
  showMatch(match, 'Undo restores the previous values.');
}

/** Says which settings were taken, and which have no place in the workflow. @param note what is to be known after that */
export function showMatch({ used, unused }: SettingsMatch, note: string): void {
  const list = (names: readonly SettingName[]) => names.map((name) => LABELS[name]).join(', ');
  const left = unused.length > 0 ? `Without a matching input: ${list(unused)}. ` : '';
  showToast(
    used.length > 0
      ? { tone: 'ok', title: `Filled in ${list(used)}`, description: `${left}${note}` }
      : {
          tone: 'neutral',
          title: 'No matching inputs',
          description: 'This workflow has no inputs for the settings of the file. Nothing was changed.',
        },
  );
}
