import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';

const STORAGE_KEY = 'flowdeck.previews';

/** Whether live previews are shown: on until somebody switches them off. */
export const usePreviewSetting = create<{ isOn: boolean }>(() => ({ isOn: readText(STORAGE_KEY) !== 'off' }));

export function switchPreviews(isOn: boolean): void {
  usePreviewSetting.setState({ isOn });
  writeSetting(STORAGE_KEY, isOn ? null : 'off');
}
