import type { Output } from '@contract/jobs/schemas';
import { useMediaUrl } from '@/domains/jobs/file-url';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import type { ComparedFile, Comparison } from '@/shared/compare/comparison';
import { PlacedFile } from '@/shared/compare/placed-file';
import { comparedKind } from './compare-model';

const PROBLEMS = {
  gone: (name: string) => t('File deleted on the server: {name}.', { name }),
  removed: (name: string) => t('Removed to keep the storage limit: {name}.', { name }),
  unloadable: (name: string) => t('This browser could not show {name}.', { name }),
  'too-large': (name: string) => t('Too large for a preview: {name}.', { name }),
};

/** Returns an output as it is compared; `null` if it is neither an image nor a video. */
export function comparedOutput(surface: Surface, output: Output | null): ComparedFile | null {
  const kind = output && comparedKind(output);
  if (!output || !kind) return null;
  const file = { key: `${surface.id}/${output.id}`, name: output.name, kind };
  return {
    ...file,
    layer: (position, comparison) => (
      <OutputLayer surface={surface} output={output} file={file} position={position} comparison={comparison} />
    ),
  };
}

interface OutputLayerProps {
  surface: Surface;
  output: Output;
  file: Omit<ComparedFile, 'layer'>;
  position: number;
  comparison: Comparison;
}

function OutputLayer({ surface, output, ...layer }: OutputLayerProps) {
  const { url, problem, onLoadError } = useMediaUrl(surface, output);
  return <PlacedFile {...layer} url={url} problem={problem && PROBLEMS[problem](output.name)} onError={onLoadError} />;
}
