import { create } from 'zustand';

const STORAGE_KEY = 'flowdeck.notices';

export type NoticePermission = NotificationPermission | 'unsupported';

interface NoticeSetting {
  /** The person wants them, and the browser lets them through. */
  isOn: boolean;
  permission: NoticePermission;
}

/** Desktop notifications when jobs end: off until somebody switches them on. */
export const useNoticeSetting = create<NoticeSetting>(() => {
  const permission = readPermission();
  return { permission, isOn: permission === 'granted' && isWanted() };
});

/** To be called by a click: browsers ask for leave then only. */
export async function switchNotices(isWanted: boolean): Promise<void> {
  const asked = isWanted && readPermission() === 'default' ? await Notification.requestPermission() : readPermission();
  const isOn = isWanted && asked === 'granted';
  try {
    if (isOn) localStorage.setItem(STORAGE_KEY, 'on');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is switched off: the choice lasts for this page.
  }
  useNoticeSetting.setState({ isOn, permission: asked });
}

function readPermission(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}
