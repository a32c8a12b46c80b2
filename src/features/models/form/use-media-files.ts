import { useRef, useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { forgetUpload } from '@/api/assets/uploads-store';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/announce';
import { valueAt } from '../schema/body';
import type { ArrayField, MediaField } from '../schema/field';
import { omittedText, roomFor, withFile } from './files-of-list';
import { useFormParts } from './form-context';

export interface MediaFiles {
  /** Of the files that are brought now; null while none is. */
  progress: { at: number; count: number; name: string } | null;
  /** What was not taken and why; empty where all was. */
  leftOut: string;
  take: (files: readonly File[]) => void;
  stop: () => void;
}

/** Brings several files into a list, each as it arrives. More that come meanwhile wait for their turn. */
export function useMediaFiles(field: ArrayField): MediaFiles {
  const { session, surface } = useFormParts();
  const [progress, setProgress] = useState<MediaFiles['progress']>(null);
  const [leftOut, setLeftOut] = useState('');
  const line = useRef(Promise.resolve());
  const current = useRef<AbortController | null>(null);

  const itemsNow = (): readonly JsonValue[] => {
    const items = valueAt(session.store.getState().body, field.path);
    return Array.isArray(items) ? items : [];
  };
  /** @returns why the file was not taken; null where it was. */
  const bringOne = async (file: File, signal: AbortSignal): Promise<string | null> => {
    const { bringFile } = await import('./bring-media');
    const uploadId = crypto.randomUUID();
    const item = field.item(itemsNow().length) as MediaField;
    const brought = await bringFile(file, { field: item, surface, signal }, uploadId);
    forgetUpload(uploadId);
    if (brought === null || signal.aborted) return `${file.name} did not arrive.`;
    if ('problem' in brought) return `${file.name}: ${brought.problem}`;
    const items = withFile(field, itemsNow(), brought.value);
    if (items === null) return `${file.name} is there already.`;
    session.attach(brought.value, brought.attachment);
    session.set(field.path, items);
    return null;
  };
  const bringAll = async (files: readonly File[]) => {
    const controller = new AbortController();
    current.current = controller;
    setLeftOut('');
    const taken = files.slice(0, roomFor(field, itemsNow()));
    const problems: string[] = [];
    for (const [index, file] of taken.entries()) {
      if (controller.signal.aborted) break;
      setProgress({ at: index + 1, count: taken.length, name: file.name });
      const problem = await bringOne(file, controller.signal);
      if (problem !== null) problems.push(problem);
    }
    setProgress(null);
    const words = omittedText(field, files.length - taken.length, controller.signal.aborted ? [] : problems);
    setLeftOut(words);
    announce(`${formatCount(itemsNow().length, 'item')} in ${field.title}. ${words}`);
  };

  return {
    progress,
    leftOut,
    take: (files) => {
      if (files.length > 0) line.current = line.current.then(() => bringAll(files));
    },
    stop: () => current.current?.abort(),
  };
}
