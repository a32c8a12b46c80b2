import type { Output } from '@contract/jobs/schemas';
import { MAX_CLOSED_BYTES } from '@/domains/assets/closed-content-query';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { Button } from '@/ui/button';
import { BlockedFile, useIsBlocked } from './blocked-file';
import { OutputContent } from './output-content';
import type { OutputMedia } from './use-output-media';

interface OutputBodyProps {
  surface: Surface;
  output: Output;
  shown: OutputMedia;
  /** The wheel zooms an image without a modifier; off if the wheel must scroll the page. */
  takesWheel: boolean;
}

/** Content of one output in a column, or why it cannot be shown. */
export function OutputBody({ surface, output, shown, takesWheel }: OutputBodyProps) {
  const { kind, zoom, setSize } = shown;
  const { url, address, problem, onLoadError, onReadError, retry } = shown.media;
  const isBlocked = useIsBlocked(output.url);
  return problem === 'gone' ? (
    <UnsupportedFile title="The file is gone">This file no longer exists on the server.</UnsupportedFile>
  ) : problem === 'too-large' ? (
    <UnsupportedFile title="Too large for a preview">
      {surface.name} does not sign its file URLs, so the page has to load all of a file to show it. This one is larger
      than {formatBytes(MAX_CLOSED_BYTES)}; download it to use it.
    </UnsupportedFile>
  ) : problem === 'unloadable' && isBlocked ? (
    <BlockedFile surface={surface} url={output.url} />
  ) : problem === 'unloadable' ? (
    <UnsupportedFile title="Preview failed" action={<Button onClick={retry}>Try again</Button>}>
      The server is unreachable, or this browser cannot display {output.content_type || 'this file type'}. The file
      itself is unchanged.
    </UnsupportedFile>
  ) : (
    <OutputContent
      surface={surface}
      output={output}
      url={url}
      address={address}
      kind={kind}
      zoom={zoom}
      takesWheel={takesWheel}
      onLoadError={onLoadError}
      onReadError={onReadError}
      onSize={setSize}
    />
  );
}
