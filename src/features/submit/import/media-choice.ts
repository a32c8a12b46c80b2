import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { MediaChoice } from '@/shared/dialog-requests/drop-questions';
import { askMedia } from '../form/drop-question';

/** Use of a dropped file that contains a workflow and could also be an input. */
export const mediaChoiceSetting = defineSetting<MediaChoice | 'ask'>('picture-drop', {
  schema: oneOf('ask', 'input', 'workflow'),
  default: 'ask',
});

/** Asks once and stores the choice, which can be changed in the settings. Returns `null` if the user cancels. */
export async function openMediaChoice(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
  const known = mediaChoiceSetting.get();
  if (known !== 'ask') return known;
  const choice = await askMedia(fileName, slotLabel);
  if (choice) mediaChoiceSetting.set(choice);
  return choice;
}
