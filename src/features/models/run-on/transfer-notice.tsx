import { X } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { handOver, type OmittedValue } from '@/shared/dialog-requests/hand-overs';

/** Shown above a form whose input comes from another server: the omitted values. */
export function TransferNotice({ from, omitted }: { from: string; omitted: readonly OmittedValue[] }) {
  return (
    <section
      aria-label={t('Input from {server}', { server: from })}
      className="mb-4 flex shrink-0 items-start gap-2 rounded-lg border border-line bg-panel py-2 pr-2 pl-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {omitted.length === 0
            ? t('Input from {server}', { server: from })
            : t('Input from {server}, without what does not fit here', { server: from })}
        </p>
        {omitted.length === 0 ? null : (
          <ul className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
            {omitted.map(({ name, why }) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-mono text-text">{name}</span>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button tone="ghost" size="icon-sm" aria-label={t('Dismiss')} onClick={() => handOver('modelInput', null)}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
