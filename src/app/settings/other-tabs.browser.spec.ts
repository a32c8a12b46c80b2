import { afterEach, expect, it } from 'vitest';
import { columnsSetting, densitySetting } from '@/features/jobs/view/list-view';
import { formatDateTime } from '@/lib/format';
import { resetChoices } from '@/lib/settings/setting';
import { themeSetting } from '@/lib/theme';

afterEach(() => {
  resetChoices();
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

/** A separate document on the same origin, like another tab. */
function storageOfOtherTab(): Storage {
  const storage = document.body.appendChild(document.createElement('iframe')).contentWindow?.localStorage;
  if (!storage) throw new Error('The frame has no storage.');
  return storage;
}

it('theme, row height, columns and time zone of another tab also apply here', async () => {
  const other = storageOfOtherTab();
  other.setItem('flowdeck.theme', 'light');
  other.setItem('flowdeck.density', 'compact');
  other.setItem('flowdeck.list-columns', 'progress run age time');
  other.setItem('flowdeck.time-zone', 'utc');
  const ends: (() => void)[] = [];
  // Simulates a component that shows the setting: the last value stays until the event arrives.
  for (const setting of [themeSetting, densitySetting, columnsSetting]) ends.push(setting.subscribe(() => {}));
  await expect.poll(() => document.documentElement.dataset).toMatchObject({ theme: 'light', density: 'compact' });
  await expect.poll(columnsSetting.get).toEqual(['progress', 'run', 'age', 'time']);
  expect(formatDateTime(0)).toMatch(/00:00:00 UTC$/);
  other.removeItem('flowdeck.theme');
  await expect.poll(themeSetting.get).toBe('system');
  expect(document.documentElement.dataset).not.toHaveProperty('theme');
  for (const end of ends) end();
});
