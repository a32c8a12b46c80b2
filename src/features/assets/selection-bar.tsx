import { FileArchive, Star, Trash2, X } from 'lucide-react';
import type { ListedAsset } from '@contract/console/schemas';
import { formatCount } from '@/lib/format';
import { formatTotalSize } from '@/shared/files/output-size';
import { Button } from '@/ui/button';

interface SelectionBarProps {
  assets: readonly ListedAsset[];
  onZip: () => void;
  onStar: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** Footer of the page while files are selected. */
export function SelectionBar({ assets, onZip, onStar, onDelete, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected files"
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5"
    >
      <Button size="icon" tone="ghost" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
      <span role="status" className="mr-auto">
        {formatCount(assets.length, 'file')} selected <span className="text-muted">· {formatTotalSize(assets)}</span>
      </span>
      <Button onClick={onZip}>
        <FileArchive aria-hidden />
        Zip
      </Button>
      <Button onClick={onStar}>
        <Star aria-hidden />
        Star
      </Button>
      <Button tone="danger" onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </section>
  );
}
