import { useState } from 'react';
import { playEnd } from '@/app/attention/end-sound';
import { switchNotices, switchSound, useNoticeSetting, type NoticePermission } from '@/app/attention/notice-setting';
import { MOD_KEY } from '@/lib/platform';
import { areSingleKeysOn, switchSingleKeys } from '@/lib/single-keys';
import { Dialog } from '@/ui/dialog';
import { Switch } from '@/ui/switch';
import { GROUPS } from './command';
import type { CommandViewProps } from './command-layer';
import { KeyCaps } from './key-caps';
import { COMMANDS } from './shortcuts';

const withKeys = GROUPS.map((group) => ({
  group,
  commands: COMMANDS.filter((command) => command.group === group && command.keys),
})).filter(({ commands }) => commands.length > 0);

/** All keys at a glance, and the two things about the keyboard and the desktop that people set. */
export function ShortcutSheet({ onClose }: CommandViewProps) {
  const [hasSingleKeys, setHasSingleKeys] = useState(areSingleKeysOn);
  const notices = useNoticeSetting();
  return (
    <Dialog isOpen onOpenChange={onClose} size="md" title="Keys and notifications" description={null}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {withKeys.map(({ group, commands }) => (
          <section key={group} aria-labelledby={idOf(group)}>
            <h3 id={idOf(group)} className="border-b border-line pb-1 text-sm font-semibold text-muted">
              {group}
            </h3>
            <dl>
              {commands.map(({ id, title, keys = [] }) => (
                <div key={id} className="flex min-h-8 items-center gap-3">
                  <dt className="min-w-0 flex-1">{title}</dt>
                  <dd className="flex items-center gap-2">
                    {endsOf(keys).map((key, index) => (
                      <span key={key} className="flex items-center gap-2">
                        {index > 0 ? <span className="text-xs text-muted">{keys.length > 2 ? 'to' : 'or'}</span> : null}
                        <KeyCaps keys={key} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
        <Setting
          id="single-keys"
          label={`Keys without ${MOD_KEY}`}
          isOn={hasSingleKeys}
          onChange={(isOn) => {
            switchSingleKeys(isOn);
            setHasSingleKeys(isOn);
          }}
        >
          They rest while you type. Switch them off where you dictate, or press them by mistake.
        </Setting>
        <Setting
          id="notices"
          label="Tell me when a job ends"
          isOn={notices.isOn}
          isOff={notices.permission === 'unsupported'}
          onChange={(isOn) => void switchNotices(isOn)}
        >
          {noticeWords(notices.permission)}
        </Setting>
        {notices.isOn ? (
          <Setting
            id="notice-sound"
            label="With a sound"
            isOn={notices.hasSound}
            onChange={(isOn) => {
              switchSound(isOn);
              if (isOn) playEnd(false);
            }}
          >
            Two notes, upwards where all went well, downwards where something failed.
          </Setting>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Of several keys in a row, the first and the last. */
const endsOf = (keys: readonly string[]) => (keys.length > 2 ? [...keys.slice(0, 1), ...keys.slice(-1)] : keys);
const idOf = (group: string) => `keys-${group.replaceAll(' ', '-').toLowerCase()}`;

function noticeWords(permission: NoticePermission): string {
  if (permission === 'unsupported') return 'This browser shows no notifications for this page.';
  if (permission === 'denied')
    return 'The browser blocks notifications of this page. Allow them beside its address, then switch this on.';
  return 'A notification of the desktop, and only while no tab of Flowdeck is in sight.';
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
