import { Link } from '@tanstack/react-router';
import { FileBraces, FileImage, Pencil, Trash2 } from 'lucide-react';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';

interface DraftRowProps {
  surface: Surface;
  draft: Draft;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onRename: () => void;
  onDelete: () => void;
}

export function DraftRow({ surface, draft, isSelected, onSelect, onRename, onDelete }: DraftRowProps) {
  return (
    <li className={classNames('flex items-center gap-1 border-b border-line', isSelected && 'bg-accent-soft')}>
      <Checkbox label={`Select the draft ${draft.title}`} isChecked={isSelected} onChange={onSelect} />
      <Link
        to="/$surface/submit/$draftId"
        params={{ surface: surface.id, draftId: draft.id }}
        data-opens-on-hold={draft.title}
        className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded hover:text-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint"
      >
        {draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />}
        <span className="min-w-0 truncate font-medium" title={draft.title}>
          {draft.title}
        </span>
        <span className="min-w-0 flex-1 truncate text-sm text-faint max-sm:hidden">{draft.classes.join(', ')}</span>
        <Age at={draft.updatedAt} className="shrink-0 text-sm text-faint max-sm:ml-auto" />
      </Link>
      <Button
        size="icon-sm"
        tone="ghost"
        className="ml-1"
        aria-label={`Rename the draft ${draft.title}`}
        title="Rename"
        onClick={onRename}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={`Delete the draft ${draft.title}`}
        title="Delete"
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
