import { useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

/** The field answers a drag for itself, before the window does. */
export function FileDropTarget({
  onFiles,
  children,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const answer = (event: DragEvent) => {
    const { types, items } = event.dataTransfer;
    if (!types.includes('Files') || event.defaultPrevented || isForListAround(event, items.length)) {
      setOver(false);
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <div
      data-drop-spot
      onDragEnter={answer}
      onDragOver={answer}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (event.defaultPrevented || isForListAround(event, files.length)) return;
        event.preventDefault();
        onFiles(files);
      }}
      className={classNames('rounded-lg', isOver && 'bg-accent-soft outline-2 outline-offset-2 outline-accent')}
    >
      {children}
    </div>
  );
}

/** A field that lies in a list of files leaves several of them to the list. */
function isForListAround({ currentTarget }: DragEvent, count: number): boolean {
  return count > 1 && Boolean(currentTarget.parentElement?.closest('[data-drop-spot]'));
}
