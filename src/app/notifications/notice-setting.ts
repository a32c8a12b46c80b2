import { useSyncExternalStore } from 'react';
import { defineSetting } from '@/lib/settings/setting';
import { onOff } from '@/lib/settings/setting-schemas';

export type NoticePermission = NotificationPermission | 'unsupported';

/** Desktop notifications for finished jobs: off until the user enables them. */
export const noticeSetting = defineSetting('notices', { schema: onOff(), default: false });
export const noticeSoundSetting = defineSetting('notice-sound', { schema: onOff(), default: false });

/** Number on the icon of the installed app. */
export const appBadgeSetting = defineSetting('app-badge', { schema: onOff(), default: true });

/** Read again whenever the setting is set, which every request for the permission does. */
export function useNoticePermission(): NoticePermission {
  return useSyncExternalStore(noticeSetting.subscribe, readPermission, readPermission);
}

/** Returns true if the user wants notifications and the browser allows them. */
export function useAreNoticesOn(): boolean {
  return useSyncExternalStore(noticeSetting.subscribe, areNoticesOn, areNoticesOn);
}

/** Reads the permission only if it matters: the browser process is asked each time, while the page waits. */
function areNoticesOn(): boolean {
  return noticeSetting.get() && readPermission() === 'granted';
}

/** Must be called from a click: browsers ask for permission only then. */
export async function switchNotices(isWanted: boolean): Promise<void> {
  const requested =
    isWanted && readPermission() === 'default' ? await Notification.requestPermission() : readPermission();
  noticeSetting.set(isWanted && requested === 'granted');
}

function readPermission(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}
