import { useRef, useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { forgetUpload } from '@/domains/assets/uploads-store';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { valueAt } from '../../schema/body';
import type { ArrayField, MediaField } from '../../schema/field';
import { omittedText, freeSlots, withFile } from './files-of-list';
import { useFormParts } from '../state/form-context';
import { attachFile } from './attach-media';

export interface MediaFiles {
  /** Progress of the current batch; `null` if there is none. */
  progress: { at: number; count: number; name: string } | null;
  /** Number and reason of omitted files; empty if none. */
  omitted: string;
  take: (files: readonly File[]) => void;
  stop: () => void;
}

/** Attaches several files to a list, each as soon as it is ready. Further files are queued. */
export function useMediaFiles(field: ArrayField): MediaFiles {
  const { session, surface } = useFormParts();
  const [progress, setProgress] = useState<MediaFiles['progress']>(null);
  const [skipped, setOmitted] = useState('');
  const line = useRef(Promise.resolve());
  const current = useRef<AbortController | null>(null);

  const itemsNow = (): readonly JsonValue[] => {
    const items = valueAt(session.store.getState().body, field.path);
    return Array.isArray(items) ? items : [];
  };
  /** @returns the reason why the file was rejected; `null` if it was accepted. */
  const bringOne = async (file: File, signal: AbortSignal): Promise<string | null> => {
    const uploadId = crypto.randomUUID();
    // The hook is used for lists of media only.
    const item = field.item(itemsNow().length) as MediaField;
    const attached = await attachFile(file, { field: item, surface, signal }, uploadId);
    forgetUpload(uploadId);
    if (attached === null || signal.aborted) return t('{name} did not arrive.', { name: file.name });
    if ('problem' in attached) return `${file.name}: ${attached.problem}`;
    const items = withFile(field, itemsNow(), attached.value);
    if (items === null) return t('{name} is there already.', { name: file.name });
    session.attach(attached.value, attached.attachment);
    session.set(field.path, items);
    return null;
  };
  const bringAll = async (files: readonly File[]) => {
    const controller = new AbortController();
    current.current = controller;
    setOmitted('');
    const taken = files.slice(0, freeSlots(field, itemsNow()));
    const problems: string[] = [];
    for (const [index, file] of taken.entries()) {
      if (controller.signal.aborted) break;
      setProgress({ at: index + 1, count: taken.length, name: file.name });
      const problem = await bringOne(file, controller.signal);
      if (problem !== null) problems.push(problem);
    }
    setProgress(null);
    const text = omittedText(field, files.length - taken.length, controller.signal.aborted ? [] : problems);
    setOmitted(text);
    announce(
      `${t('{count, plural, one {# item} other {# items}} in {title}.', {
        count: itemsNow().length,
        title: field.title,
      })} ${text}`,
    );
  };

  return {
    progress,
    omitted: skipped,
    take: (files) => {
      if (files.length > 0) line.current = line.current.then(() => bringAll(files));
    },
    stop: () => current.current?.abort(),
  };
}
