import { useMemo } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { pathText } from '@/shared/json-tree/json-path';
import { looksLikeMarkdown } from './looks-like-markdown';
import type { OutputMedia } from './parse/output-media';
import type { ReadResponse } from './parse/read-output';

/** Returns the text of a response without files as a file, as it would be in the gallery; `null` if it has none. */
export function useTextFile({ id }: RunRecord, response: ReadResponse | undefined): OutputMedia | null {
  return useMemo(() => {
    const texts = response?.texts.filter(({ isReasoning }) => !isReasoning) ?? [];
    const [first] = texts;
    if (!first || response?.media.length !== 0) return null;
    const text = texts.map((one) => one.text).join('\n\n');
    const contentType = looksLikeMarkdown(text) ? 'text/markdown' : 'text/plain';
    return {
      id: `${id} ${pathText(first.path)}`,
      path: [],
      contentType,
      isExtra: false,
      source: { kind: 'bytes', blob: new Blob([text], { type: contentType }) },
    };
  }, [id, response]);
}
