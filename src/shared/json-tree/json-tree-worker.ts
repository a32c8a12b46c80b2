import { parseJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { onPageMessage } from '@/lib/i18n/worker-language';
import { JsonOutline } from '@/shared/json-tree/json-outline';
import { messageOf } from '@/lib/message-of';
import type { JsonTreeResponses, JsonTreeReply, JsonTreeRequest } from './json-tree-protocol';

let outline: JsonOutline | null = null;

const reply = (message: JsonTreeReply) => self.postMessage(message);

onPageMessage<JsonTreeRequest>((request) => {
  response(request).then(
    (given) => reply({ ok: true, value: given }),
    (error: unknown) => reply({ ok: false, message: messageOf(error) }),
  );
});

async function response(request: JsonTreeRequest): Promise<JsonTreeResponses[keyof JsonTreeResponses]> {
  if (request.kind === 'open') {
    outline = new JsonOutline(read(await request.file.text()));
    return outline.rowCount;
  }
  if (!outline) throw new Error('No document is open');
  switch (request.kind) {
    case 'rows':
      return outline.rows(request.from, request.to);
    case 'toggle':
      outline.toggle(request.index);
      return outline.rowCount;
    case 'search':
      return outline.search(request.query);
    case 'reveal': {
      const index = outline.reveal(request.match);
      return { index, rowCount: outline.rowCount };
    }
    case 'line':
      return { path: outline.path(request.index), start: outline.startOfText(request.index) };
    case 'value':
      return outline.valueText(request.index);
  }
}

function read(text: string): JsonValue {
  try {
    return parseJson(text, { allowNonFinite: true });
  } catch (error) {
    throw new Error(t('Not valid JSON: {problem}.', { problem: messageOf(error, t('it cannot be read')) }), {
      cause: error,
    });
  }
}
