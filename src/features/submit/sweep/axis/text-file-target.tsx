import { useState, type ReactNode } from 'react';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { readTableFile } from './read-table-file';

interface TextFileTargetProps {
  /** What the text of the file becomes, for the drop overlay. */
  label: string;
  onText: (text: string) => void;
  children: ReactNode;
}

/** Takes a dropped text file in place of typing. */
export function TextFileTarget({ label, onText, children }: TextFileTargetProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = async ([file]: readonly File[]) => {
    if (!file) return;
    const result = await readTableFile(file);
    setProblem('problem' in result ? result.problem : null);
    if ('text' in result) onText(result.text.trimEnd());
  };
  return (
    <FileDropTarget spot={{ label, media: 'file', several: 'none' }} onFiles={(files) => void read(files)}>
      {children}
      <p role="status" className="mt-1.5 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </FileDropTarget>
  );
}
