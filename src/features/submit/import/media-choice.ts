import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { useMediaQuestion, type MediaChoice } from './media-question-store';

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
    const answer = (choice: MediaChoice | null) => {
      useMediaQuestion.setState({ question: null });
      if (choice) mediaChoiceSetting.set(choice);
      resolve(choice);
    };
    useMediaQuestion.setState({ question: { fileName, slotLabel, answer } });
  });
}
