import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';

export type PaneView = 'result' | 'graph' | 'json';

/** What is shown beside the form of a draft with runs. */
export const paneViewSetting = defineSetting<PaneView>('pane-view', {
  schema: oneOf('result', 'graph', 'json'),
  default: 'result',
  isOfPage: true,
});
