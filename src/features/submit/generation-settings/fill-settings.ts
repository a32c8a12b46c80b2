import { parseGenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { showToast } from '@/shared/feedback/toasts';
import type { DraftEditor } from '../draft/draft-editor';
import { matchSettings, type SettingsMatch } from './match-settings';
import type { NotTaken, Reason } from './named-option';

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

const REASON_ORDER: readonly Reason[] = ['not_found', 'several', 'unlisted', 'invalid', 'no_input'];
const MAX_CHARS = 60;

/** Says which settings were taken, and which were not and why. @param note what is to be known after that */
export function showMatch({ used, unused, loras }: SettingsMatch, note: string): void {
  const taken = [
    ...used.map((name) => t(LABELS[name])),
    ...loras.flatMap(({ name, problem }) => (problem ? [] : [loraLabel(name)])),
  ];
  const notTaken = [
    ...unused.map(({ setting, text, ...problem }) => ({ ...problem, label: unusedLabel(setting, text, problem) })),
    ...loras.flatMap(({ name, problem }) => (problem ? [{ ...problem, label: loraLabel(name) }] : [])),
  ];
  const left = REASON_ORDER.flatMap((reason) => {
    const labels = notTaken.filter((one) => one.reason === reason).map(withSimilar);
    return labels.length > 0 ? [reasonText(reason, labels.join(', '))] : [];
  });
  showToast(
    taken.length > 0
      ? {
          tone: 'ok',
          title: t('Filled in {names}', { names: taken.join(', ') }),
          description: [...left, note].join(' '),
        }
      : notTaken.every(({ reason }) => reason === 'no_input')
        ? {
            tone: 'neutral',
            title: t('No matching inputs'),
            description: t('This workflow has no inputs for the settings of the file. Nothing was changed.'),
          }
        : {
            tone: 'neutral',
            title: t('No setting can be filled in'),
            description: [...left, t('Nothing was changed.')].join(' '),
          },
  );
}

function reasonText(reason: Reason, names: string): string {
  switch (reason) {
    case 'not_found':
      return t('Not on this server: {names}.', { names });
    case 'several':
      return t('Several files of this name: {names}.', { names });
    case 'unlisted':
      return t('The server lists no choices for: {names}.', { names });
    case 'invalid':
      return t('Not valid for the input: {names}.', { names });
    case 'no_input':
      return t('Without a matching input: {names}.', { names });
  }
}

function loraLabel(name: string): string {
  return `${t('LoRA')} ${middleEllipsis(name, MAX_CHARS)}`;
}

/** Names the value, too, where the workflow has an input for it. */
function unusedLabel(setting: SettingName, text: string, { reason }: NotTaken): string {
  const isPrompt = setting === 'prompt' || setting === 'negative';
  const label = t(LABELS[setting]);
  return reason === 'no_input' || isPrompt ? label : `${label} ${middleEllipsis(text, MAX_CHARS)}`;
}

function withSimilar({ label, similar }: NotTaken & { label: string }): string {
  return similar === undefined
    ? label
    : t('{name} (similar: {file})', { name: label, file: middleEllipsis(similar, MAX_CHARS) });
}
