import { ReadFailed } from '@/shared/page/load-error-state';

export function JobsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReadFailed
      error={error}
      title="Could not load jobs"
      untouched="the jobs"
      away="Submitted jobs are saved on the server. Retrying automatically."
      onRetry={onRetry}
    />
  );
}
