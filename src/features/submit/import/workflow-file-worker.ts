import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import type { UiConversion } from '@/domains/ui-format/conversion-result';
import { t } from '@/lib/i18n/messages';
import { onPageMessage } from '@/lib/i18n/worker-language';
import { withNewerClasses } from './with-newer-classes';
import { readPastedText, readWorkflowFile } from './read-workflow-file';
import { writeBack, type WriteBackResult } from '@/domains/ui-format/write-back';
import type { ConversionRequest, FileParseResult, WorkflowFileRequest, WriteBackTask } from './workflow-file-protocol';

type Request = WorkflowFileRequest | ConversionRequest | WriteBackTask;

onPageMessage<Request>((request) => {
  response(request).then(
    (found) => self.postMessage(found),
    () => self.postMessage(unreadable()),
  );
});

async function response(request: Request): Promise<FileParseResult | UiConversion | WriteBackResult> {
  if ('writeBack' in request)
    return withNewerClasses((newer) => writeBack(request.writeBack, request.definitions, newer));
  if ('uiFormat' in request)
    return withNewerClasses((newer) => convertUiText(request.uiFormat, request.definitions, newer));
  return 'text' in request ? readPastedText(request.text) : readWorkflowFile(request.file, request.name);
}

function unreadable(): FileParseResult {
  return {
    kind: 'problem',
    title: t('The browser cannot read this file'),
    explanation: t('It was moved or changed, or it is a folder. Choose it again.'),
  };
}
