import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';

const STORAGE_KEY = 'flowdeck.notices';
const SOUND_KEY = 'flowdeck.notice-sound';

export type NoticePermission = NotificationPermission | 'unsupported';

interface NoticeSetting {
  /** The person wants them, and the browser lets them through. */
  isOn: boolean;
  permission: NoticePermission;
  /** Notices are heard, too. */
  hasSound: boolean;
}

/** Desktop notifications when jobs end: off until somebody switches them on. */
export const useNoticeSetting = create<NoticeSetting>(() => {
  const permission = readPermission();
  return { permission, isOn: permission === 'granted' && isKept(STORAGE_KEY), hasSound: isKept(SOUND_KEY) };
});

/** To be called by a click: browsers ask for leave then only. */
export async function switchNotices(isWanted: boolean): Promise<void> {
  const asked = isWanted && readPermission() === 'default' ? await Notification.requestPermission() : readPermission();
  const isOn = isWanted && asked === 'granted';
  keep(STORAGE_KEY, isOn);
  useNoticeSetting.setState({ isOn, permission: asked });
}

export function switchSound(hasSound: boolean): void {
  keep(SOUND_KEY, hasSound);
  useNoticeSetting.setState({ hasSound });
}

function readPermission(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

function isKept(key: string): boolean {
  return readText(key) === 'on';
}

function keep(key: string, isOn: boolean): void {
  writeSetting(key, isOn ? 'on' : null);
}
