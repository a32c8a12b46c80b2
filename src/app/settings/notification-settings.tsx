import { playEnd } from '@/app/notifications/notification-sound';
import {
  appBadgeSetting,
  noticeSetting,
  noticeSoundSetting,
  switchNotices,
  useAreNoticesOn,
  useNoticePermission,
  type NoticePermission,
} from '@/app/notifications/notice-setting';
import { useSetting } from '@/lib/settings/use-setting';
import { SwitchSetting } from './setting-row';

export function NotificationSettings() {
  const isOn = useAreNoticesOn();
  const permission = useNoticePermission();
  const hasSound = useSetting(noticeSoundSetting);
  return (
    <div className="divide-y divide-line">
      <SwitchSetting
        setting={noticeSetting}
        hint={permissionHint(permission)}
        isOn={isOn}
        disabledReason={permission === 'unsupported' ? 'This browser does not support notifications.' : null}
        onChange={(next) => void switchNotices(next)}
      />
      <SwitchSetting
        setting={noticeSoundSetting}
        hint="Rising tone on success, falling tone on failure."
        isOn={isOn && hasSound}
        disabledReason={isOn ? null : 'Plays together with notifications, which are off.'}
        onChange={(next) => {
          if (!isOn) return;
          noticeSoundSetting.set(next);
          if (next) playEnd(false);
        }}
      />
      <SwitchSetting
        setting={appBadgeSetting}
        hint="Once Flowdeck is installed as an app: how many jobs finished while you were away, or are running."
        disabledReason={'setAppBadge' in navigator ? null : 'This browser does not support badges.'}
      />
    </div>
  );
}

function permissionHint(permission: NoticePermission): string {
  if (permission === 'denied')
    return 'Notifications are blocked. Allow them in the browser’s site settings, then turn this on.';
  return 'Desktop notification, only while no Flowdeck tab is visible.';
}
