import { ArrowLeftRight, Link2, Scan } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { useEditor, useSession } from '../draft/session/session-context';
import { isWithin, presetSizes, ratioOf, toSize, type Size, type SizeFields } from '../draft/resolution';
import { withAspect } from '../draft/editor-state';

/** Presets by ratio, swap and lock, below the width and height of a node. */
export function SizePresets({ fields }: { fields: SizeFields }) {
  const { width, height } = fields;
  const { editor } = useSession();
  const size = toSize(
    useEditor((state) => state.values.get(width.key)),
    useEditor((state) => state.values.get(height.key)),
  );
  const isLocked = useEditor((state) => state.aspects[width.key] !== undefined);
  const ratio = size ? ratioOf(size) : null;
  const reason = size ? null : t('Width and height must be numbers above 0');
  const apply = (next: Size) => {
    editor.setValues([
      [width.key, next.width],
      [height.key, next.height],
    ]);
    announce(`${next.width} × ${next.height}`);
  };
  const presets = size ? presetSizes(fields, size) : [];
  const canSwap = size !== null && isWithin(width, size.height) && isWithin(height, size.width);
  return (
    <div
      role="group"
      aria-label={t('{width} and {height}', { width: width.name, height: height.name })}
      className="col-span-2 -mt-2.5 flex items-center gap-1"
    >
      {size === null ? (
        <Button size="sm" tone="ghost" disabledReason={reason} className="-ml-2">
          <Scan aria-hidden />
          {t('Ratio')}
        </Button>
      ) : (
        <LazyMenu
          align="start"
          trigger={
            <Button size="sm" tone="ghost" className="-ml-2">
              <Scan aria-hidden />
              {ratio === null ? t('Ratio') : t('Ratio {ratio}', { ratio })}
            </Button>
          }
          items={presets.map((preset) => ({
            label: `${preset.ratio} · ${preset.width} × ${preset.height}`,
            onSelect: () => apply(preset),
          }))}
        />
      )}
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={t('Swap width and height')}
        title={t('Swap width and height')}
        disabledReason={reason ?? (canSwap ? null : t('Swapped, they would exceed their limits'))}
        onClick={() => {
          if (size) apply({ width: size.height, height: size.width });
        }}
      >
        <ArrowLeftRight aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={t('Lock the ratio')}
        aria-pressed={isLocked}
        title={isLocked ? t('Unlock the ratio') : t('Lock the ratio')}
        disabledReason={isLocked ? null : reason}
        className={isLocked ? 'bg-accent-soft text-accent!' : undefined}
        onClick={() => editor.edit((state) => withAspect(state, width.key, isLocked || !size ? null : size))}
      >
        <Link2 aria-hidden />
      </Button>
    </div>
  );
}
