import { previewSetting } from '@/shared/viewer/preview-setting';
import { densitySetting } from '@/features/jobs/view/list-view';
import { themeSetting } from '@/lib/theme';
import { timeZoneSetting } from '@/lib/time-zone';
import { ChoiceSetting, SwitchSetting } from './setting-row';

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
