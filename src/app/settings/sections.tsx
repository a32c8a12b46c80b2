import { LANGUAGE_NAMES, LANGUAGES } from '@/lib/i18n/catalogs';
import { chosenLanguage, languageSetting } from '@/lib/language';
import { LANGUAGE_CONTROL_ID } from '@/lib/i18n/language-root';
import { t } from '@/lib/i18n/messages';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { densitySetting } from '@/features/jobs/view/list-view';
import { themeSetting } from '@/lib/theme';
import { timeZoneSetting } from '@/lib/time-zone';
import { ChoiceSetting, SwitchSetting, labelOf, SettingRow } from './setting-row';
import { SEED_TIMINGS, seedTimingSetting } from '@/features/submit/draft/seed-control';
import { mediaChoiceSetting } from '@/features/submit/import/drop-context';
import { AFTER_RUN, afterRunSetting } from '@/features/submit/draft/run-count';
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
import { Select } from '@/ui/input/select';
import { DEFAULT_PATTERN, PATTERN_TOKENS } from '@/shared/file-names/zip-names';
import { zipPatternSetting } from '@/shared/file-names/file-pattern';
import { TextInput } from '@/ui/input/text-input';

/** Languages in their own words, so that everybody finds theirs. */
function LanguageSetting() {
  const value = useSetting(languageSetting);
  const options = [
    {
      value: 'browser',
      label: t('Same as the browser ({language})', { language: LANGUAGE_NAMES[chosenLanguage('browser')] }),
    },
    ...LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
  ] as const;
  return (
    <SettingRow
      label={labelOf(languageSetting)}
      hint={t('Messages of servers and models stay in the language in which they were sent.')}
    >
      {({ hintId, labelId }) => (
        <Select
          id={LANGUAGE_CONTROL_ID}
          aria-labelledby={labelId}
          aria-describedby={hintId}
          className="md:w-auto"
          value={value}
          options={options}
          onValueChange={(next) => {
            const option = options.find((one) => one.value === next);
            if (option) languageSetting.set(option.value);
          }}
        />
      )}
    </SettingRow>
  );
}

export function AppearanceSettings() {
  return (
    <div className="divide-y divide-line">
      <LanguageSetting />
      <ChoiceSetting
        setting={themeSetting}
        options={[
          { value: 'system', label: t('System') },
          { value: 'dark', label: t('Dark') },
          { value: 'light', label: t('Light') },
        ]}
      />
      <ChoiceSetting
        setting={densitySetting}
        hint={t('In the job list. Its columns are in the View menu of the list.')}
        options={[
          { value: 'comfortable', label: t('Comfortable') },
          { value: 'compact', label: t('Compact') },
        ]}
      />
      <ChoiceSetting
        setting={timeZoneSetting}
        options={[
          { value: 'local', label: t('Local time') },
          { value: 'utc', label: 'UTC' },
        ]}
      />
      <SwitchSetting setting={previewSetting} hint={t('Show intermediate images while a job runs.')} />
    </div>
  );
}

export function RunSettings() {
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting
        setting={afterRunSetting}
        options={AFTER_RUN.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <ChoiceSetting
        setting={seedTimingSetting}
        hint={t(
          'Before: a draft keeps showing the seed of its last result, and a seed that you enter runs first. Applies to seeds set to randomize, increment or decrement.',
        )}
        options={SEED_TIMINGS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <ChoiceSetting
        setting={mediaChoiceSetting}
        hint={t('If the open draft can also use the file as an input.')}
        options={[
          { value: 'ask', label: t('Ask') },
          { value: 'input', label: t('Use as input') },
          { value: 'workflow', label: t('Open the workflow') },
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
        disabledReason={permission === 'unsupported' ? t('This browser does not support notifications.') : null}
        onChange={(next) => void switchNotices(next)}
      />
      <SwitchSetting
        setting={noticeSoundSetting}
        hint={t('Rising tone on success, falling tone on failure.')}
        isOn={isOn && hasSound}
        disabledReason={isOn ? null : t('Plays together with notifications, which are off.')}
        onChange={(next) => {
          if (!isOn) return;
          noticeSoundSetting.set(next);
          if (next) playEnd(false);
        }}
      />
      <SwitchSetting
        setting={appBadgeSetting}
        hint={t('Once Flowdeck is installed as an app: how many jobs finished while you were away, or are running.')}
        disabledReason={'setAppBadge' in navigator ? null : t('This browser does not support badges.')}
      />
    </div>
  );
}

function permissionHint(permission: NoticePermission): string {
  if (permission === 'denied')
    return t('Notifications are blocked. Allow them in the browser’s site settings, then turn this on.');
  return t('Desktop notification, only while no Flowdeck tab is visible.');
}

export function KeyboardSettings() {
  const [isEditing, setEditing] = useState(false);
  const changes = useSetting(keymapSetting, (changed) => Object.keys(changed).length);
  return (
    <>
      <div className="divide-y divide-line">
        <SwitchSetting
          setting={singleKeysSetting}
          hint={t('Inactive while you type. Turn off if you use voice input or trigger them by accident.')}
        />
        <SettingRow
          label={labelOf(keymapSetting)}
          hint={
            changes === 0
              ? t('All have their default keys.')
              : t('{count} changed from the default.', { count: changes })
          }
        >
          {({ id, hintId }) => (
            <div className="flex gap-2">
              {changes > 0 ? <Button onClick={resetKeys}>{t('Reset all')}</Button> : null}
              <Button
                id={id}
                aria-describedby={hintId}
                aria-expanded={isEditing}
                aria-label={isEditing ? t('Close the shortcuts') : t('Change shortcuts')}
                onClick={() => setEditing(!isEditing)}
              >
                {isEditing ? t('Done') : t('Change')}
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
        hint={t('Used for zips and single downloads. In a zip, a slash makes folders.')}
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
              disabledReason={pattern === DEFAULT_PATTERN ? t('This is the default.') : null}
              onClick={() => zipPatternSetting.set(DEFAULT_PATTERN)}
            >
              {t('Reset')}
            </Button>
          </div>
        )}
      </SettingRow>
      <dl aria-label={t('Placeholders in file names')} className="grid gap-x-8 gap-y-1 pb-2 text-sm sm:grid-cols-2">
        {PATTERN_TOKENS.map(([token, meaning]) => (
          <div key={token} className="flex gap-3">
            <dt className="w-16 shrink-0 font-mono">{token}</dt>
            <dd className="text-muted">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
