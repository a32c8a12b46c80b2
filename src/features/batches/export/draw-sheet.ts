import type { Output } from '@contract/jobs/schemas';
import { withConnection } from '@/api/connections';
import { fetchContent } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { usableUrl } from '@/domains/jobs/file-url';
import { thumbnailUrl } from '@/domains/jobs/thumbnail-url';
import { t } from '@/lib/i18n/messages';
import { firstShowable, outputKind } from '@/shared/files/output-kind';
import { mapConcurrent } from '@/shared/servers/map-concurrent';
import type { GridFit } from '../grid/grid-view';
import { resultText, type CellResult } from './read-results';
import type { SheetLabel, SheetLayout } from './sheet-layout';

const AT_ONCE = 2;

interface SheetWork {
  layout: SheetLayout;
  results: readonly CellResult[];
  fit: GridFit;
  signal: AbortSignal;
  onProgress: (count: number) => void;
}

/** Draws the first image of each cell. `missing` counts images that could not be loaded. @throws if the browser cannot draw */
export async function drawSheet({
  layout,
  results,
  fit,
  signal,
  onProgress,
}: SheetWork): Promise<{ blob: Blob; missing: number }> {
  const canvas = document.createElement('canvas');
  canvas.width = layout.width;
  canvas.height = layout.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('This browser has no memory for an image of this size.'));
  const colors = themeColors();
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, layout.width, layout.height);
  for (const label of layout.labels) drawLabel(context, label, layout.fontPx, colors);
  const byCell = new Map(results.map((result) => [result.cell, result]));
  let missing = 0;
  let count = 0;
  await mapConcurrent(layout.cells, AT_ONCE, signal, async ({ cell, x, y }) => {
    const result = byCell.get(cell);
    const output = firstShowable(result?.job?.outputs);
    const image = result?.surface && output ? await loadImage(result.surface, output, layout.tile, signal) : null;
    context.fillStyle = colors.tile;
    context.fillRect(x, y, layout.tile, layout.tile);
    if (image) {
      drawImage(context, image, x, y, layout.tile, fit);
      image.close();
    } else {
      const isPicture = output !== null && outputKind(output) === 'image';
      if (isPicture) missing += 1;
      const text = isPicture ? t('not loaded') : (output?.name ?? (result ? resultText(result) : ''));
      const look = { text, x, y: y + layout.tile / 2, width: layout.tile, look: 'column' } as const;
      drawLabel(context, look, layout.fontPx, colors);
    }
    onProgress((count += 1));
  });
  signal.throwIfAborted();
  return { blob: await toPng(canvas), missing };
}

/** `null` if it is not an image, or cannot be loaded. */
async function loadImage(
  surface: Surface,
  output: Output,
  side: number,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  if (outputKind(output) !== 'image') return null;
  try {
    return await withConnection('download', signal, async () => {
      const url = thumbnailUrl(surface, await usableUrl(surface, output, signal), side);
      const response = await fetchContent(surface, url, { signal });
      return response.ok ? await createImageBitmap(await response.blob()) : null;
    });
  } catch {
    return null;
  }
}

function drawImage(
  context: CanvasRenderingContext2D,
  image: ImageBitmap,
  x: number,
  y: number,
  side: number,
  fit: GridFit,
): void {
  const { width, height } = image;
  const scale = (fit === 'cover' ? Math.max : Math.min)(side / width, side / height);
  if (fit === 'cover') {
    const [cutX, cutY] = [(width - side / scale) / 2, (height - side / scale) / 2];
    context.drawImage(image, cutX, cutY, side / scale, side / scale, x, y, side, side);
    return;
  }
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  context.drawImage(image, x + (side - shownWidth) / 2, y + (side - shownHeight) / 2, shownWidth, shownHeight);
}

interface SheetColors {
  panel: string;
  tile: string;
  text: string;
  muted: string;
}

/** Those of the current theme. */
function themeColors(): SheetColors {
  const style = getComputedStyle(document.documentElement);
  const colorOf = (name: string) => style.getPropertyValue(name).trim();
  return { panel: colorOf('--bg-1'), tile: colorOf('--bg-3'), text: colorOf('--text-1'), muted: colorOf('--text-2') };
}

const FONT = 'Inter, system-ui, sans-serif';

function drawLabel(context: CanvasRenderingContext2D, label: SheetLabel, fontPx: number, colors: SheetColors): void {
  const isStrong = label.look === 'title' || label.look === 'section';
  context.font = `${isStrong ? 600 : 400} ${label.look === 'title' ? Math.round(fontPx * 1.3) : fontPx}px ${FONT}`;
  context.fillStyle = isStrong ? colors.text : colors.muted;
  context.textBaseline = 'middle';
  context.textAlign = label.look === 'column' ? 'center' : 'left';
  const x = label.look === 'column' ? label.x + label.width / 2 : label.x;
  context.fillText(cutText(context, label.text, label.width), x, label.y);
}

/** Cuts a text that is too wide. */
function cutText(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return length === 0 ? '' : `${text.slice(0, length)}…`;
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t('This browser has no memory for an image of this size.')))),
      'image/png',
    );
  });
}
