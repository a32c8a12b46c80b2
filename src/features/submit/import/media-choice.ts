import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { useMediaDropRequest, type MediaChoice } from './media-drop-store';

/** Use of a dropped file that contains a workflow and could also be an input. */
export const mediaChoiceSetting = defineSetting<MediaChoice | 'ask'>('picture-drop', {
  schema: oneOf('ask', 'input', 'workflow'),
  default: 'ask',
});

/** Asks once and stores the choice, which can be changed in the settings. Returns `null` if the user cancels. */
export function openMediaChoice(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
  const known = mediaChoiceSetting.get();
  if (known !== 'ask') return Promise.resolve(known);
  return new Promise((resolve) => {
    const response = (choice: MediaChoice | null) => {
      useMediaDropRequest.setState({ request: null });
      if (choice) mediaChoiceSetting.set(choice);
      resolve(choice);
    };
    useMediaDropRequest.setState({ request: { fileName, slotLabel, answer: response } });
  });
}
