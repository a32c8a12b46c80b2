import { playEnd } from '@/app/notifications/notification-sound';
import {
  switchNotices,
  switchSound,
  useNoticeSetting,
  type NoticePermission,
} from '@/app/notifications/notice-setting';
import { SwitchSetting } from './setting-row';

export function NotificationSettings() {
  const { isOn, permission, hasSound } = useNoticeSetting();
  return (
    <div className="divide-y divide-line">
      <SwitchSetting
        label="Notify me when a job finishes"
        hint={permissionHint(permission)}
        isOn={isOn}
        disabledReason={permission === 'unsupported' ? 'This browser does not support notifications.' : null}
        onChange={(next) => void switchNotices(next)}
      />
      <SwitchSetting
        label="Play a sound"
        hint="Rising tone on success, falling tone on failure."
        isOn={isOn && hasSound}
        disabledReason={isOn ? null : 'Plays together with notifications, which are off.'}
        onChange={(next) => {
          if (!isOn) return;
          switchSound(next);
          if (next) playEnd(false);
        }}
      />
    </div>
  );
}

function permissionHint(permission: NoticePermission): string {
  if (permission === 'denied')
    return 'Notifications are blocked. Allow them in the browser’s site settings, then turn this on.';
  return 'Desktop notification, only while no Flowdeck tab is visible.';
}
