import { Grid3x3 } from 'lucide-react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { THUMB_ROW, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { classNames } from '@/lib/class-names';
import { kindIcons } from './kind-icon';
import { outputKind } from './output-kind';
import { StoredImage } from './stored-image';

export interface MosaicResult {
  surface: Surface;
  output: Output;
}

interface ResultMosaicProps {
  results: readonly MosaicResult[];
  /** For a tile instead of a row. */
  isLarge?: boolean;
}

/** Results that a mosaic has room for. */
export const MOSAIC_RESULTS = 4;

/** The first results of a batch. */
export function ResultMosaic({ results, isLarge = false }: ResultMosaicProps) {
  return (
    <div
      className={classNames(
        'grid shrink-0 grid-cols-2 grid-rows-2 gap-px overflow-hidden bg-hover text-faint',
        isLarge ? 'aspect-square w-full [&_svg]:size-6' : 'size-11 rounded-md compact:size-7 [&_svg]:size-3',
      )}
    >
      {isLarge && results.length === 0 ? (
        <span className="col-span-2 row-span-2 flex items-center justify-center">
          <Grid3x3 aria-hidden className="size-8!" />
        </span>
      ) : null}
      {results.slice(0, MOSAIC_RESULTS).map(({ surface, output }) => {
        const kind = outputKind(output);
        return (
          <span key={output.id} className="flex min-h-0 min-w-0 items-center justify-center overflow-hidden">
            {kind === 'image' ? (
              <StoredImage
                surface={surface}
                source={output}
                side={isLarge ? THUMB_STRIP : THUMB_ROW}
                className="size-full object-cover"
              >
                {kindIcons.image}
              </StoredImage>
            ) : (
              kindIcons[kind]
            )}
          </span>
        );
      })}
    </div>
  );
}
