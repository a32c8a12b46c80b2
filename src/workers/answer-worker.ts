import { parseJson } from '@contract/json/lossless';
import type { OutputMedia } from '@/features/models/result/output-media';
import { decodeBase64 } from '@/features/models/result/base64';
import { findColors } from '@/features/models/result/find-colors';
import { findMedia } from '@/features/models/result/find-media';
import { findWarnings } from '@/features/models/result/find-warnings';
import { findTexts } from '@/features/models/result/find-text';
import { pathText } from '@/shared/json-tree/json-path';
import type { ResponseReply, ValidationRequest } from './answer-messages';

self.addEventListener('message', (event: MessageEvent<ValidationRequest>) => {
  read(event.data).then(
    (found) => self.postMessage(found),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : 'it cannot be read';
      self.postMessage({ kind: 'unreadable', message: `Not valid JSON: ${message}.` } satisfies ResponseReply);
    },
  );
});

async function read({ file, runId }: ValidationRequest): Promise<ResponseReply> {
  const answer = parseJson(await file.text(), { allowNonFinite: true });
  const media = findMedia(answer).flatMap(({ source, ...found }): OutputMedia[] => {
    const rest = { ...found, id: `${runId} ${pathText(found.path)}` };
    if (source.kind === 'link') return [{ ...rest, source }];
    const blob = decodeBase64(source.base64, rest.contentType);
    return blob ? [{ ...rest, source: { kind: 'bytes', blob } }] : [];
  });
  return {
    kind: 'read',
    media,
    texts: findTexts(answer, media.length > 0),
    remarks: findWarnings(answer),
    colors: findColors(answer),
  };
}
