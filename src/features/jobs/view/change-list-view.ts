import { writeSetting } from '@/lib/local-storage';
import { applyTimeZone, TIME_ZONE_KEY, type TimeZone } from '@/lib/time-zone';
import { COLUMNS, COLUMNS_KEY, columnsOf, USUAL_COLUMNS, useListView, type Column, type Density } from './list-view';

/** Read by `public/theme.js` before the first paint. */
const DENSITY_KEY = 'flowdeck.density';

export function setDensity(density: Density): void {
  if (density === 'compact') document.documentElement.dataset['density'] = density;
  else delete document.documentElement.dataset['density'];
  useListView.setState({ density });
  writeSetting(DENSITY_KEY, density === 'compact' ? density : null);
}

export function toggleColumn(column: Column): void {
  const { columns: before } = useListView.getState();
  const columns = COLUMNS.filter((one) => before.includes(one) !== (one === column));
  useListView.setState({ columns });
  const words = columns.join(' ');
  writeSetting(COLUMNS_KEY, words === USUAL_COLUMNS.join(' ') ? null : words);
}

export function setTimeZone(timeZone: TimeZone): void {
  applyTimeZone(timeZone);
  useListView.setState({ timeZone });
}

/** What another tab has just kept. */
export function takeListChoice(key: string | null, value: string | null): void {
  if (key === DENSITY_KEY) setDensity(value === 'compact' ? value : 'comfortable');
  else if (key === TIME_ZONE_KEY) setTimeZone(value === 'utc' ? value : 'local');
  else if (key === COLUMNS_KEY) useListView.setState({ columns: columnsOf(value) });
}
