import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { MediaChoice } from '@/shared/dialog-requests/drop-questions';
import { askMedia } from '../form/drop-question';

/** Use of a dropped file that contains a workflow and could also be an input. */
export const mediaChoiceSetting = defineSetting<MediaChoice | 'ask'>('picture-drop', {
  schema: oneOf('ask', 'input', 'workflow'),
  default: 'ask',
});

/** Asks, unless the user has chosen not to be asked again. Returns `null` if the user cancels. */
export async function openMediaChoice(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
  const known = mediaChoiceSetting.get();
  if (known !== 'ask') return known;
  return askMedia(fileName, slotLabel);
}
