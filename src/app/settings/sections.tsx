import { previewSetting } from '@/shared/viewer/preview-setting';
import { densitySetting } from '@/features/jobs/view/list-view';
import { themeSetting } from '@/lib/theme';
import { timeZoneSetting } from '@/lib/time-zone';
import { ChoiceSetting, SwitchSetting, labelOf, SettingRow } from './setting-row';
import { mediaChoiceSetting } from '@/features/submit/import/drop-context';
import { AFTER_RUN, afterRunSetting } from '@/features/submit/draft/runs/run-count';
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
import { useState } from 'react';
import { ShortcutList } from '@/app/commands/shortcut-list';
import { singleKeysSetting } from '@/lib/keyboard/character-shortcuts';
import { keymapSetting, resetKeys } from '@/shared/commands/keymap';
import { Button } from '@/ui/button';
import { DEFAULT_PATTERN, PATTERN_TOKENS } from '@/shared/file-names/zip-names';
import { zipPatternSetting } from '@/shared/file-names/file-pattern';
import { TextInput } from '@/ui/input/text-input';

export function AppearanceSettings() {
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting
        setting={themeSetting}
        options={[
          { value: 'system', label: 'System' },
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
      <ChoiceSetting
        setting={densitySetting}
        hint="In the job list. Its columns are in the View menu of the list."
        options={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
      />
      <ChoiceSetting
        setting={timeZoneSetting}
        options={[
          { value: 'local', label: 'Local time' },
          { value: 'utc', label: 'UTC' },
        ]}
      />
      <SwitchSetting setting={previewSetting} hint="Show intermediate images while a job runs." />
    </div>
  );
}

export function RunSettings() {
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting setting={afterRunSetting} options={AFTER_RUN} />
      <ChoiceSetting
        setting={mediaChoiceSetting}
        hint="If the open draft can also use the file as an input."
        options={[
          { value: 'ask', label: 'Ask' },
          { value: 'input', label: 'Use as input' },
          { value: 'workflow', label: 'Open the workflow' },
        ]}
      />
    </div>
  );
}

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

export function KeyboardSettings() {
  const [isEditing, setEditing] = useState(false);
  const changes = useSetting(keymapSetting, (changed) => Object.keys(changed).length);
  return (
    <>
      <div className="divide-y divide-line">
        <SwitchSetting
          setting={singleKeysSetting}
          hint="Inactive while you type. Turn off if you use voice input or trigger them by accident."
        />
        <SettingRow
          label={labelOf(keymapSetting)}
          hint={changes === 0 ? 'All have their default keys.' : `${changes} changed from the default.`}
        >
          {({ id, hintId }) => (
            <div className="flex gap-2">
              {changes > 0 ? <Button onClick={resetKeys}>Reset all</Button> : null}
              <Button
                id={id}
                aria-describedby={hintId}
                aria-expanded={isEditing}
                aria-label={isEditing ? 'Close the shortcuts' : 'Change shortcuts'}
                onClick={() => setEditing(!isEditing)}
              >
                {isEditing ? 'Done' : 'Change'}
              </Button>
            </div>
          )}
        </SettingRow>
      </div>
      {isEditing ? (
        <div className="rounded-lg border border-line bg-panel p-4">
          <ShortcutList isEditing />
        </div>
      ) : null}
    </>
  );
}

export function DownloadSettings() {
  const pattern = useSetting(zipPatternSetting);
  return (
    <>
      <SettingRow
        label={labelOf(zipPatternSetting)}
        hint="Used for zips and single downloads. In a zip, a slash makes folders."
      >
        {({ id, hintId }) => (
          <div className="flex w-full max-w-96 gap-2">
            <TextInput
              id={id}
              aria-describedby={hintId}
              value={pattern}
              placeholder={DEFAULT_PATTERN}
              spellCheck={false}
              className="font-mono text-sm"
              onChange={(event) => zipPatternSetting.set(event.target.value)}
            />
            <Button
              disabledReason={pattern === DEFAULT_PATTERN ? 'This is the default.' : null}
              onClick={() => zipPatternSetting.set(DEFAULT_PATTERN)}
            >
              Reset
            </Button>
          </div>
        )}
      </SettingRow>
      <dl aria-label="Placeholders in file names" className="grid gap-x-8 gap-y-1 pb-2 text-sm sm:grid-cols-2">
        {PATTERN_TOKENS.map(([token, meaning]) => (
          <div key={token} className="flex gap-3">
            <dt className="w-16 shrink-0 font-mono">{token}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
