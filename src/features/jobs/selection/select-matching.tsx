import { useEffect, useRef, useState } from 'react';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { allOf } from '@/lib/selection';
import { runAction } from '@/shared/feedback/action';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { setSelection } from './selection-store';

interface SelectMatchingProps {
  /** Loads the rest of the list, and returns the ids of all of its rows. */
  load: (signal: AbortSignal) => Promise<readonly string[]>;
  loadedCount: number;
  /** Jobs that match the filter; `null` if the server does not count. */
  matchCount: number | null;
}

/**
 * Loads the rest of the list and selects all of it, so that bulk actions show the number of matches and include all of
 * them.
 */
export function SelectMatching({ load, loadedCount, matchCount }: SelectMatchingProps) {
  const work = useRef<AbortController | null>(null);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => () => work.current?.abort(), []);
  const select = async () => {
    const controller = new AbortController();
    work.current = controller;
    setLoading(true);
    const outcome = await runAction({
      run: () => load(controller.signal),
      failed: () =>
        controller.signal.aborted
          ? null
          : {
              isOfPage: true,
              title: t('Could not load all matching jobs'),
              description: t('The selection is unchanged. Check the connection and try again.'),
            },
    });
    if (outcome.ok && !controller.signal.aborted) setSelection(allOf(outcome.result));
    setLoading(false);
  };
  const loaded = formatInteger(loadedCount);
  const count = matchCount === null ? null : formatInteger(matchCount);
  return isLoading ? (
    <Button tone="ghost" size="sm" onClick={() => work.current?.abort()}>
      <Spinner />
      {count === null
        ? t('{loaded} loaded · Stop', { loaded })
        : t('{loaded} of {count} loaded · Stop', { loaded, count })}
    </Button>
  ) : (
    <Button tone="ghost" size="sm" className="text-accent" onClick={() => void select()}>
      {count === null ? t('Select all that match') : t('Select all {count} that match', { count })}
    </Button>
  );
}
