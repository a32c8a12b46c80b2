import { useCallback, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { afterPaint } from '@/lib/after-paint';
import { afterPress, watchPresses } from '@/lib/after-press';
import { t } from '@/lib/i18n/messages';
import { Button } from './button';

/** While a part is missing its download is repeated, so that the page recovers with the gateway. */
const RETRY_MS = 5000;

interface LazyPartOptions<Props> {
  /** Shown until the code has loaded, such as a skeleton. */
  fallback?: ReactNode | ((props: Props) => ReactNode);
  /** Shown if the code failed to load; absent for invisible parts. */
  Failure?: ComponentType<LoadFailureProps<Props>>;
}

export interface LoadFailureProps<Props> {
  /** What the part would have got. */
  partProps: Props;
  onRetry: () => Promise<void>;
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Downloads the code before it is wanted. A failure shows when the part does. */
  preload: () => void;
};

/**
 * Creates a part of a page whose code is downloaded when it is first rendered, after the paint of what is rendered with it. If the
 * download fails, the part shows an error in its place, and retries on request and automatically. React's `lazy` is not used
 * because it remembers a failure for the lifetime of the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { fallback = null, Failure = LoadFailure }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  const fetchPart = async () => (loaded = await load());

  function Part(props: Props) {
    // Stored in the first render: a loaded part must not be remounted later.
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const retry = useCallback(async () => {
      try {
        const part = await fetchPart();
        // The fallback may be what is clicked, such as a row of a list.
        await afterPress();
        setLoaded(() => part);
      } catch {
        setHasFailed(true);
      }
    }, []);
    // Starts the download.
    useEffect(() => {
      if (Loaded) return undefined;
      watchPresses();
      void afterPaint().then(retry);
      const timer = setInterval(() => void retry(), RETRY_MS);
      return () => clearInterval(timer);
    }, [Loaded, retry]);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed ? (
      <Failure partProps={props} onRetry={retry} />
    ) : typeof fallback === 'function' ? (
      fallback(props)
    ) : (
      fallback
    );
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => {}) });
}

/** Two ways out: Firefox does not download a failed module again in the same page, and a newer build may have replaced it. */
export function LoadFailureActions({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isRetrying, setIsRetrying] = useState(false);
  const retry = () => {
    setIsRetrying(true);
    void onRetry().then(() => setIsRetrying(false));
  };
  return (
    <>
      <Button isBusy={isRetrying} onClick={retry}>
        {t('Try again')}
      </Button>
      <Button onClick={() => location.reload()}>{t('Reload the page')}</Button>
    </>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 p-2">
      <span className="text-bad">{t('This part of the page failed to load.')}</span>
      <LoadFailureActions onRetry={onRetry} />
    </div>
  );
}
