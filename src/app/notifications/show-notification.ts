import { BASE_PATH } from '@/lib/host-kind';

export interface DesktopNotice {
  /** Notifications with the same tag replace each other, in all tabs. */
  tag: string;
  title: string;
  body: string;
}

/** Shows a desktop notification. A click on it shows this tab, and calls `onOpen`. */
export function showNotification({ tag, title, body }: DesktopNotice, onOpen: () => void): void {
  let notice: Notification;
  try {
    notice = new Notification(title, { tag, body, icon: `${BASE_PATH}icon.svg` });
  } catch {
    // Chrome on Android allows notifications from service workers only.
    return;
  }
  notice.addEventListener('click', () => {
    window.focus();
    onOpen();
    notice.close();
  });
}
