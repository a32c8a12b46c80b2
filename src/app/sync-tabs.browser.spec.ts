import { afterEach, expect, it } from 'vitest';
import { useListView } from '@/features/jobs/view/list-view';
import { setDensity, setTimeZone, toggleColumn } from '@/features/jobs/view/change-list-view';
import { formatDateTime } from '@/lib/format';
import { applyTheme, readTheme } from '@/lib/theme';
import { followOtherTabs } from './sync-tabs';

afterEach(() => {
  applyTheme('system');
  setDensity('comfortable');
  setTimeZone('local');
  if (useListView.getState().columns.includes('time')) toggleColumn('time');
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

it('theme, rows, columns and zone that another tab chooses hold here, too', async () => {
  followOtherTabs();
  // A document of its own on the same origin, as another tab is.
  const other = document.body.appendChild(document.createElement('iframe'));
  const kept = other.contentWindow?.localStorage;
  kept?.setItem('flowdeck.theme', 'light');
  kept?.setItem('flowdeck.density', 'compact');
  kept?.setItem('flowdeck.list-columns', 'progress run age time');
  kept?.setItem('flowdeck.time-zone', 'utc');
  await expect
    .poll(() => useListView.getState())
    .toEqual({
      density: 'compact',
      columns: ['progress', 'run', 'age', 'time'],
      timeZone: 'utc',
    });
  expect(readTheme()).toBe('light');
  expect(document.documentElement.dataset['density']).toBe('compact');
  expect(formatDateTime(0)).toMatch(/00:00:00 UTC$/);
  kept?.removeItem('flowdeck.theme');
  await expect.poll(readTheme).toBe('system');
});
