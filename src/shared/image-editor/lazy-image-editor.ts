import type { LazyPart } from '@/ui/lazy-part';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import type { ImageEditorProps } from './image-editor';

export const ImageEditor: LazyPart<ImageEditorProps> = lazyDialog(
  async () => (await import('./image-editor')).ImageEditor,
);
