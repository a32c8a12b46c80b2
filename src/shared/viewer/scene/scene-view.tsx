import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatBytes } from '@/lib/format';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { Unshowable } from '../unshowable';
import { failureOf } from './failed-scenes';
import { SceneScreen } from './scene-screen';

export interface SceneViewProps {
  name: string;
  contentType: string;
  /** Null where it is not known. */
  sizeBytes: number | null;
  /** The same for the same bytes. */
  fileKey: string;
  /** Identifies the file on this device, also on a later visit. */
  failureKey: string;
  read: (signal: AbortSignal) => Promise<ArrayBuffer>;
  onLoadError: () => void;
}

/** Reading and keeping more than this may take a machine to its knees: that is asked first. */
const MAX_UNASKED_BYTES = 100 * 1024 * 1024;

/** A 3D file, read whole and shown so that it can be turned. */
export function SceneView(props: SceneViewProps) {
  return <JudgedScene key={props.failureKey} {...props} />;
}

function JudgedScene(props: SceneViewProps) {
  const { name, sizeBytes, failureKey } = props;
  const [isAgreed, setIsAgreed] = useState(false);
  // As it was when the file was opened: what fails now says so in its place.
  const [failure] = useState(() => failureOf(failureKey));
  if (failure !== null && !isAgreed) {
    return (
      <Unshowable title={name} action={<Button onClick={() => setIsAgreed(true)}>Try again</Button>}>
        It could not be rendered on this device before. {failure}
      </Unshowable>
    );
  }
  if (sizeBytes !== null && sizeBytes > MAX_UNASKED_BYTES && !isAgreed) {
    return (
      <Unshowable title={name} action={<Button onClick={() => setIsAgreed(true)}>Show it</Button>}>
        It has {formatBytes(sizeBytes)}. To be shown it is read whole, which may take a while and much memory.
      </Unshowable>
    );
  }
  return <ReadScene {...props} />;
}

function ReadScene({ name, contentType, fileKey, failureKey, read, onLoadError }: SceneViewProps) {
  const { data, isError } = useQuery({
    queryKey: ['scene-file', fileKey],
    queryFn: ({ signal }) => read(signal),
    staleTime: Infinity,
    // Perhaps a hundred megabytes: not kept for a second look.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  // Lets the owner of the address renew it, as a picture's `error` event does.
  useEffect(() => {
    if (isError) onLoadError();
  }, [isError, onLoadError]);
  if (!data) return <Skeleton className="min-h-40 flex-1" />;
  return <SceneScreen key={fileKey} failureKey={failureKey} name={name} contentType={contentType} bytes={data} />;
}
