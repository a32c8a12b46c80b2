import { useState } from 'react';
import { playEnd } from '@/app/attention/end-sound';
import { switchNotices, switchSound, useNoticeSetting, type NoticePermission } from '@/app/attention/notice-setting';
import { areSingleKeysOn, switchSingleKeys } from '@/lib/single-keys';
import { resetKeys, useKeymap } from '@/shared/shortcuts/keymap';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Switch } from '@/ui/switch';
import type { CommandViewProps } from './command-layer';
import { ShortcutList } from './shortcut-list';

/** All keys at a glance, and the two things about the keyboard and the desktop that people set. */
export function ShortcutSheet({ onClose }: CommandViewProps) {
  const [hasSingleKeys, setHasSingleKeys] = useState(areSingleKeysOn);
  const [isEditing, setEditing] = useState(false);
  const hasChanges = useKeymap(({ changed }) => Object.keys(changed).length > 0);
  const notices = useNoticeSetting();
  return (
    <Dialog isOpen onOpenChange={onClose} size="md" title="Keyboard shortcuts and notifications" description={null}>
      <ShortcutList isEditing={isEditing} />
      <div className="mt-4 flex gap-2">
        <Button size="sm" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Done' : 'Change shortcuts'}
        </Button>
        {isEditing ? (
          <Button
            size="sm"
            disabledReason={hasChanges ? null : 'All shortcuts have their default keys.'}
            onClick={resetKeys}
          >
            Reset all
          </Button>
        ) : null}
      </div>
      <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
        <Setting
          id="single-keys"
          label={`Single-key shortcuts`}
          isOn={hasSingleKeys}
          onChange={(isOn) => {
            switchSingleKeys(isOn);
            setHasSingleKeys(isOn);
          }}
        >
          Inactive while you type. Turn off if you use voice input or trigger them by accident.
        </Setting>
        <Setting
          id="notices"
          label="Notify me when a job finishes"
          isOn={notices.isOn}
          isOff={notices.permission === 'unsupported'}
          onChange={(isOn) => void switchNotices(isOn)}
        >
          {noticeWords(notices.permission)}
        </Setting>
        {notices.isOn ? (
          <Setting
            id="notice-sound"
            label="Play a sound"
            isOn={notices.hasSound}
            onChange={(isOn) => {
              switchSound(isOn);
              if (isOn) playEnd(false);
            }}
          >
            Rising tone on success, falling tone on failure.
          </Setting>
        ) : null}
      </div>
    </Dialog>
  );
}

function noticeWords(permission: NoticePermission): string {
  if (permission === 'unsupported') return 'This browser does not support notifications.';
  if (permission === 'denied')
    return 'Notifications are blocked. Allow them in the browser’s site settings, then turn this on.';
  return 'Desktop notification, only while no Flowdeck tab is visible.';
}

interface SettingProps {
  id: string;
  label: string;
  children: string;
  isOn: boolean;
  isOff?: boolean;
  onChange: (isOn: boolean) => void;
}

function Setting({ id, label, children, isOn, isOff = false, onChange }: SettingProps) {
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-words`} className="text-sm text-muted">
          {children}
        </p>
      </div>
      <Switch
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        aria-describedby={`${id}-words`}
        aria-disabled={isOff || undefined}
      />
    </div>
  );
}
