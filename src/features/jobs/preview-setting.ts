import { create } from 'zustand';

const STORAGE_KEY = 'flowdeck.previews';

/** Whether live previews are shown: on until somebody switches them off. */
export const usePreviewSetting = create<{ isOn: boolean }>(() => ({ isOn: isWanted() }));

export function switchPreviews(isOn: boolean): void {
  usePreviewSetting.setState({ isOn });
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Storage is switched off: the choice lasts for this page.
  }
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}
