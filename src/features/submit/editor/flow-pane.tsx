import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { defineSetting } from '@/lib/settings/setting';
import { onOff } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import { Button } from '@/ui/button';

/** Whether result and graph are shown beside the form; stored for all workflows of this browser. */
export const flowPaneSetting = defineSetting('flow-pane', {
  schema: onOff('open', 'closed'),
  default: true,
  isOfPage: true,
});

/** Shown if the window has room for both. */
export function FlowPaneButton() {
  const isOpen = useSetting(flowPaneSetting);
  const label = isOpen ? t('Hide result and graph') : t('Show result and graph');
  return (
    <Button size="icon" tone="ghost" aria-label={label} title={label} onClick={() => flowPaneSetting.set(!isOpen)}>
      {isOpen ? <PanelRightClose aria-hidden /> : <PanelRightOpen aria-hidden />}
    </Button>
  );
}
