import { parseGenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import type { DraftEditor } from '../draft/draft-editor';
import { matchSettings, type SettingsMatch } from './match-settings';

const LABELS: Readonly<Record<SettingName, Message>> = {
  prompt: msg('prompt'),
  negative: msg('negative prompt'),
  seed: msg('seed'),
  steps: msg('steps'),
  cfg: msg('CFG'),
  sampler: msg('sampler'),
  scheduler: msg('scheduler'),
  width: msg('width'),
  height: msg('height'),
  model: msg('model'),
  vae: msg('VAE'),
  denoise: msg('denoise'),
  secondDenoise: msg('denoise of the second pass'),
};

/** Fills the form of an open workflow with the settings of a file, in one step of undo. */
export function fillSettings(editor: DraftEditor, text: string): void {
  const match = matchSettings(editor.state, parseGenerationSettings(text));
  if (match.changes.length > 0) editor.setValues(match.changes);
  showMatch(match, t('Undo restores the previous values.'));
}

/** Says which settings were taken, and which have no place in the workflow. @param note what is to be known after that */
export function showMatch({ used, unused, loras }: SettingsMatch, note: string): void {
  const list = (names: readonly SettingName[], isTaken: boolean) => [
    ...names.map((name) => t(LABELS[name])),
    ...loras.filter((lora) => lora.isTaken === isTaken).map(({ name }) => `LoRA ${name}`),
  ];
  const [taken, notTaken] = [list(used, true), list(unused, false)];
  const left = notTaken.length > 0 ? [t('Without a matching input: {names}.', { names: notTaken.join(', ') })] : [];
  showToast(
    taken.length > 0
      ? {
          tone: 'ok',
          title: t('Filled in {names}', { names: taken.join(', ') }),
          description: [...left, note].join(' '),
        }
      : {
          tone: 'neutral',
          title: t('No matching inputs'),
          description: t('This workflow has no inputs for the settings of the file. Nothing was changed.'),
        },
  );
}
