import { parseJson } from '@contract/json/lossless';
import type { OutputMedia } from '@/features/models/result/parse/output-media';
import { decodeBase64 } from '@/features/models/result/parse/base64';
import { findColors } from '@/features/models/result/parse/find-colors';
import { findMedia } from '@/features/models/result/parse/find-media';
import { findWarnings } from '@/features/models/result/parse/find-warnings';
import { findTexts } from '@/features/models/result/parse/find-text';
import { t } from '@/lib/i18n/messages';
import { onPageMessage } from '@/lib/i18n/worker-language';
import { pathText } from '@/shared/json-tree/json-path';
import { messageOf } from '@/lib/message-of';
import type { OutputReply, OutputRequest } from './output-protocol';

onPageMessage<OutputRequest>((request) => {
  read(request).then(
    (found) => self.postMessage(found),
    (error: unknown) => {
      const problem = messageOf(error, t('it cannot be read'));
      const message = t('Not valid JSON: {problem}.', { problem });
      self.postMessage({ kind: 'unreadable', message } satisfies OutputReply);
    },
  );
});

async function read({ file, runId }: OutputRequest): Promise<OutputReply> {
  const response = parseJson(await file.text(), { allowNonFinite: true });
  const media = findMedia(response).flatMap(({ source, ...found }): OutputMedia[] => {
    const rest = { ...found, id: `${runId} ${pathText(found.path)}` };
    if (source.kind === 'link') return [{ ...rest, source }];
    const blob = decodeBase64(source.base64, rest.contentType);
    return blob ? [{ ...rest, source: { kind: 'bytes', blob } }] : [];
  });
  return {
    kind: 'read',
    media,
    texts: findTexts(response, media.length > 0),
    warnings: findWarnings(response),
    colors: findColors(response),
  };
}
