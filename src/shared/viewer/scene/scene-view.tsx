import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { UnsupportedFile } from '../unsupported-file';
import { failureOf } from './failed-scenes';
import { SceneScreen } from './scene-screen';

export interface SceneViewProps {
  name: string;
  contentType: string;
  /** `null` if unknown. */
  sizeBytes: number | null;
  /** Cache key: identical for identical bytes. */
  fileKey: string;
  /** Identifies the file on this device, also on a later visit. */
  failureKey: string;
  read: (signal: AbortSignal) => Promise<ArrayBuffer>;
  onLoadError: () => void;
}

/** Above this size, the user must confirm, since reading the file may exhaust the memory of the device. */
const MAX_UNASKED_BYTES = 100 * 1024 * 1024;

/** Loads a whole 3D file and shows it in a viewer that can be rotated. */
export function SceneView(props: SceneViewProps) {
  return <ValidatedScene key={props.failureKey} {...props} />;
}

function ValidatedScene(props: SceneViewProps) {
  const { name, sizeBytes, failureKey } = props;
  const [isAgreed, setIsAgreed] = useState(false);
  // The state when the file was opened: a new failure is shown by the viewer itself.
  const [failure] = useState(() => failureOf(failureKey));
  if (failure !== null && !isAgreed) {
    return (
      <UnsupportedFile title={name} action={<Button onClick={() => setIsAgreed(true)}>{t('Try again')}</Button>}>
        {t('It could not be rendered on this device before.')} {failure}
      </UnsupportedFile>
    );
  }
  if (sizeBytes !== null && sizeBytes > MAX_UNASKED_BYTES && !isAgreed) {
    return (
      <UnsupportedFile title={name} action={<Button onClick={() => setIsAgreed(true)}>{t('Show it')}</Button>}>
        {t('It has {size}. To be shown it is read whole, which may take a while and much memory.', {
          size: formatBytes(sizeBytes),
        })}
      </UnsupportedFile>
    );
  }
  return <ReadScene {...props} />;
}

function ReadScene({ name, contentType, fileKey, failureKey, read, onLoadError }: SceneViewProps) {
  const { data, isError } = useQuery({
    queryKey: ['scene-file', fileKey],
    queryFn: ({ signal }) => read(signal),
    staleTime: Infinity,
    // Not cached after unmount, since it may have 100 MB.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  // Lets the owner of the URL renew it, as an image's `error` event does.
  useEffect(() => {
    if (isError) onLoadError();
  }, [isError, onLoadError]);
  if (!data) return <Skeleton className="min-h-40 flex-1" />;
  return <SceneScreen key={fileKey} failureKey={failureKey} name={name} contentType={contentType} bytes={data} />;
}
