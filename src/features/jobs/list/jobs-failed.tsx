import { t } from '@/lib/i18n/messages';
import { ReadFailed } from '@/shared/page/load-error-state';

export function JobsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReadFailed
      error={error}
      title={t('Could not load jobs')}
      untouched={t('the jobs')}
      away={t('Submitted jobs are saved on the server. Retrying automatically.')}
      onRetry={onRetry}
    />
  );
}
