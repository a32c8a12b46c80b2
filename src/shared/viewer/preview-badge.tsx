import { EyeOff, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { previewSetting } from './preview-setting';

/** At a corner of a live preview: says what it is, and turns previews off. */
export function PreviewBadge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'absolute flex items-center gap-1.5 rounded-md border border-line bg-panel py-0.5 pr-0.5 pl-2 text-sm',
        className,
      )}
    >
      <Radio aria-hidden className="size-3.5 text-accent" />
      {children}
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Hide live previews')}
        title={t('Hide live previews')}
        onClick={() => previewSetting.set(false)}
      >
        <EyeOff aria-hidden />
      </Button>
    </span>
  );
}
