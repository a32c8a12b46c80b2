import { Maximize2 } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';

/** Opens the file in the full window. */
export function OpenLargeButton({ onClick }: { onClick: () => void }) {
  return (
    <Button tone="ghost" size="icon-sm" aria-label={t('Open large')} title={t('Open large')} onClick={onClick}>
      <Maximize2 aria-hidden />
    </Button>
  );
}
