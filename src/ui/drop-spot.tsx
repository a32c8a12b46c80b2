import { useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

/** The field answers a drag for itself, before the window does. */
export function DropSpot({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const answer = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
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
        event.preventDefault();
        onFile(event.dataTransfer.files[0]);
      }}
      className={classNames('rounded-lg', isOver && 'bg-accent-soft outline-2 outline-offset-2 outline-accent')}
    >
      {children}
    </div>
  );
}
