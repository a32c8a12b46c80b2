import { create } from 'zustand';
import { keepText, readText } from '@/lib/local-storage';

const STORAGE_KEY = 'flowdeck.previews';

/** Whether live previews are shown: on until somebody switches them off. */
export const usePreviewSetting = create<{ isOn: boolean }>(() => ({ isOn: readText(STORAGE_KEY) !== 'off' }));

export function switchPreviews(isOn: boolean): void {
  usePreviewSetting.setState({ isOn });
  keepText(STORAGE_KEY, isOn ? null : 'off');
}
