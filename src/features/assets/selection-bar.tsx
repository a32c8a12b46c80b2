import { X } from 'lucide-react';
import type { ListedAsset } from '@contract/console/schemas';
import { t } from '@/lib/i18n/messages';
import { barActions } from '@/shared/commands/action-table';
import { formatTotalSize } from '@/shared/files/output-size';
import { Button } from '@/ui/button';
import { ASSET_ACTIONS, assetAction, type RunAssetAction } from './actions/asset-actions';

interface SelectionBarProps {
  assets: readonly ListedAsset[];
  areStarred: boolean;
  run: RunAssetAction;
  onClear: () => void;
}

/** Footer of the page while files are selected. */
export function SelectionBar({ assets, areStarred, run, onClear }: SelectionBarProps) {
  const facts = { areStarred, isSelected: true };
  const actions = barActions(ASSET_ACTIONS, (id) => assetAction(id, assets, facts, run));
  return (
    <section
      aria-label={t('Selected files')}
      className="@container flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5"
    >
      <Button size="icon" tone="ghost" aria-label={t('Clear selection')} title={t('Clear selection')} onClick={onClear}>
        <X aria-hidden />
      </Button>
      <span role="status" className="mr-auto">
        {t('{count, plural, one {# file selected} other {# files selected}}', { count: assets.length })}{' '}
        <span className="text-muted">· {formatTotalSize(assets)}</span>
      </span>
      <span className="basis-full md:hidden" />
      {actions.map(({ id, icon: Icon, tone, label, reason, run: act }) => (
        <Button
          key={id}
          tone={tone}
          className="max-md:flex-1 @max-[1180px]:px-2.5"
          disabledReason={reason}
          title={label}
          onClick={act}
        >
          <Icon aria-hidden />
          <span className="@max-[1180px]:sr-only">{label}</span>
        </Button>
      ))}
    </section>
  );
}
