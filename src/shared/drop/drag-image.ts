import { middleEllipsis } from '@/lib/middle-ellipsis';

const SIDE = 44;
const NAME_CHARS = 28;

/** Shows a small image and the name of the file under the pointer, whatever the size of the dragged element. */
export function setDragImage(data: DataTransfer, name: string, image: HTMLImageElement | null): void {
  const box = document.createElement('div');
  box.className =
    'fixed top-0 -left-full flex items-center gap-2 rounded-lg border border-control bg-panel p-1.5 pr-3 text-sm text-text';
  if (image && image.naturalWidth > 0) box.append(miniatureOf(image));
  else box.classList.add('pl-3');
  box.append(middleEllipsis(name, NAME_CHARS));
  // Browsers paint elements of the page only.
  document.body.append(box);
  data.setDragImage(box, 0, 0);
  setTimeout(() => box.remove());
}

function miniatureOf(image: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const side = Math.round(SIDE * devicePixelRatio);
  canvas.width = side;
  canvas.height = side;
  canvas.className = 'size-11 rounded-md';
  const { naturalWidth, naturalHeight } = image;
  const used = Math.min(naturalWidth, naturalHeight);
  const [x, y] = [(naturalWidth - used) / 2, (naturalHeight - used) / 2];
  canvas.getContext('2d')?.drawImage(image, x, y, used, used, 0, 0, side, side);
  return canvas;
}
