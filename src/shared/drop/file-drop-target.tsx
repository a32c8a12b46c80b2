import { useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { draggedItems, registerDropArea } from './drop-target';
import { acceptsDrop, type DropArea } from './plan-drop';
import { reportUnreadFile } from './report-unread-file';
import { fetchStoredFile, readStoredFile } from './stored-file';

interface FileDropTargetProps {
  spot: DropArea;
  /** `data` must be read before the handler returns, for the files in folders; `null` for a file of a server or of a URL. */
  onFiles: (files: readonly File[], data: DataTransfer | null) => void;
  children: ReactNode;
}

/** Element that handles a drag that it accepts before the window does. */
export function FileDropTarget({ spot, onFiles, children }: FileDropTargetProps) {
  const [isOver, setOver] = useState(false);
  const response = (event: DragEvent) => {
    const isAccepted = !event.defaultPrevented && acceptsDrop(spot, draggedItems(event.dataTransfer));
    setOver(isAccepted);
    if (!isAccepted) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  return (
    <div
      ref={(element) => {
        if (element) registerDropArea(element, { ...spot, take: (files) => onFiles(files, null) });
      }}
      data-drop-spot
      onDragEnter={response}
      onDragOver={response}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        const stored = files.length > 0 ? null : readStoredFile(event.dataTransfer);
        // URLs are left to the window, which shows that their files are fetched.
        if (event.defaultPrevented || !acceptsDrop(spot, stored ? [stored] : files)) return;
        event.preventDefault();
        if (stored) void fetchStoredFile(stored).then((file) => onFiles([file], null), reportUnreadFile);
        else onFiles(files, event.dataTransfer);
      }}
      className={classNames('rounded-lg', isOver && 'bg-accent-soft outline-2 outline-offset-2 outline-accent')}
    >
      {children}
    </div>
  );
}
