import { parseJson } from '@contract/json/lossless';
import type { AnswerMedia } from '@/features/models/result/answer-media';
import { decodeBase64 } from '@/features/models/result/base64';
import { findColors } from '@/features/models/result/find-colors';
import { findMedia } from '@/features/models/result/find-media';
import { findRemarks } from '@/features/models/result/find-remarks';
import { findTexts } from '@/features/models/result/find-text';
import { pathText } from '@/shared/json-tree/json-path';
import type { AnswerReply, AnswerRequest } from './answer-messages';

self.addEventListener('message', (event: MessageEvent<AnswerRequest>) => {
  read(event.data).then(
    (found) => self.postMessage(found),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : 'it cannot be read';
      self.postMessage({ kind: 'unreadable', message: `Not valid JSON: ${message}.` } satisfies AnswerReply);
    },
  );
});

async function read({ file, runId }: AnswerRequest): Promise<AnswerReply> {
  const answer = parseJson(await file.text(), { allowNonFinite: true });
  const media = findMedia(answer).flatMap(({ source, ...found }): AnswerMedia[] => {
    const rest = { ...found, id: `${runId} ${pathText(found.path)}` };
    if (source.kind === 'link') return [{ ...rest, source }];
    const blob = decodeBase64(source.base64, rest.contentType);
    return blob ? [{ ...rest, source: { kind: 'bytes', blob } }] : [];
  });
  return {
    kind: 'read',
    media,
    texts: findTexts(answer, media.length > 0),
    remarks: findRemarks(answer),
    colors: findColors(answer),
  };
}
