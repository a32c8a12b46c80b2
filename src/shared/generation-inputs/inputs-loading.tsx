import { t } from '@/lib/i18n/messages';
import { Skeleton } from '@/ui/skeleton';

export function InputsLoading() {
  return (
    <div role="status" aria-label={t('Loading the inputs')} className="flex flex-col gap-4 px-5 py-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-10" />
      <Skeleton className="h-36" />
    </div>
  );
}
