import { applyTimeZone, type TimeZone } from '@/lib/time-zone';
import { COLUMNS, COLUMNS_KEY, USUAL_COLUMNS, useListView, type Column, type Density } from './list-view';

/** Read by `public/theme.js` before the first paint. */
const DENSITY_KEY = 'flowdeck.density';

export function setDensity(density: Density): void {
  if (density === 'compact') document.documentElement.dataset['density'] = density;
  else delete document.documentElement.dataset['density'];
  useListView.setState({ density });
  keep(DENSITY_KEY, density === 'compact' ? density : null);
}

export function toggleColumn(column: Column): void {
  const { columns: before } = useListView.getState();
  const columns = COLUMNS.filter((one) => before.includes(one) !== (one === column));
  useListView.setState({ columns });
  const words = columns.join(' ');
  keep(COLUMNS_KEY, words === USUAL_COLUMNS.join(' ') ? null : words);
}

export function setTimeZone(timeZone: TimeZone): void {
  applyTimeZone(timeZone);
  useListView.setState({ timeZone });
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is switched off: the choice lasts for this page.
  }
}
