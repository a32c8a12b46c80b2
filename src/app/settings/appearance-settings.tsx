import { useSyncExternalStore } from 'react';
import { switchPreviews, usePreviewSetting } from '@/features/jobs/preview-setting';
import { setDensity, setTimeZone } from '@/features/jobs/view/change-list-view';
import { useListView } from '@/features/jobs/view/list-view';
import { applyTheme, onThemeChange, readTheme } from '@/lib/theme';
import { ChoiceSetting, SwitchSetting } from './setting-row';

export function AppearanceSettings() {
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  const { density, timeZone } = useListView();
  const arePreviewsOn = usePreviewSetting(({ isOn }) => isOn);
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
        onChange={applyTheme}
      />
      <ChoiceSetting
        label="Row height"
        hint="In the job list. Its columns are in the View menu of the list."
        value={density}
        options={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={setDensity}
      />
      <ChoiceSetting
        label="Dates and times"
        value={timeZone}
        options={[
          { value: 'local', label: 'Local time' },
          { value: 'utc', label: 'UTC' },
        ]}
        onChange={setTimeZone}
      />
      <SwitchSetting
        label="Live previews"
        hint="Show intermediate images while a job runs."
        isOn={arePreviewsOn}
        onChange={switchPreviews}
      />
    </div>
  );
}
