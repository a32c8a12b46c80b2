import { useEffect, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { openJson, type JsonSession } from './json-session';

export type OpenedJson = { session: JsonSession } | { problem: string };

/** Opens the document in a worker while the component is mounted; returns `null` while loading. */
export function useJsonSession(file: Blob): OpenedJson | null {
  const [opened, setOpened] = useState<{ file: Blob; result: OpenedJson } | null>(null);
  // The worker is an external resource that must be terminated.
  useEffect(() => {
    const opening = openJson(file).then(
      (session): OpenedJson => ({ session }),
      (error: unknown): OpenedJson => ({ problem: messageOf(error, t('It cannot be read.')) }),
    );
    let isWanted = true;
    void (async () => {
      const result = await opening;
      if (isWanted) setOpened({ file, result });
    })();
    return () => {
      isWanted = false;
      void opening.then((result) => ('session' in result ? result.session.close() : undefined));
    };
  }, [file]);
  return opened?.file === file ? opened.result : null;
}
