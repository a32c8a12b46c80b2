import { useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { draggedItems, registerDropArea } from './drop-target';
import { acceptsDrop, type DropArea } from './plan-drop';

interface FileDropTargetProps {
  spot: DropArea;
  /** `data` must be read before the handler returns, for the files in folders. */
  onFiles: (files: readonly File[], data: DataTransfer) => void;
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
        if (element) registerDropArea(element, spot);
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
        if (event.defaultPrevented || !acceptsDrop(spot, files)) return;
        event.preventDefault();
        onFiles(files, event.dataTransfer);
      }}
      className={classNames('rounded-lg', isOver && 'bg-accent-soft outline-2 outline-offset-2 outline-accent')}
    >
      {children}
    </div>
  );
}
