import { parseJson, stringifyJson } from '@contract/json/lossless';
import { withoutPrivateValues, type PrivateValue } from '@/domains/templates/private-values';
import { TEMPLATE_ENDING, writeTemplateDocument, type TemplateDocument } from '@/domains/templates/template-document';
import { packTemplate } from '@/domains/templates/template-link';

export interface SharedTemplate {
  /** Text of the file. */
  text: string;
  fileName: string;
  /** URL that opens it. */
  url: string;
  leftOut: readonly PrivateValue[];
}

/** Prepares what leaves this browser. @param pageUrl URL of the page that opens links, without a fragment */
export async function shareTemplate(document: TemplateDocument, pageUrl: string): Promise<SharedTemplate> {
  const { text: workflowText, leftOut } = withoutPrivateValues(document.workflowText);
  const text = writeTemplateDocument({ ...document, workflowText });
  const fragment = await packTemplate(stringifyJson(parseJson(text)));
  return { text, fileName: fileNameOf(document.template.title), url: `${pageUrl}#${fragment}`, leftOut };
}

/** Characters that a file system may refuse. */
// oxlint-disable-next-line no-control-regex -- some of them are control characters
const UNSAFE = /[\u0000-\u001f"*/:<>?\\|]+/g;
const MAX_NAME = 80;

function fileNameOf(title: string): string {
  const name = title
    .replaceAll(UNSAFE, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .replace(/^\.+/, '')
    .trim();
  return `${name || 'template'}${TEMPLATE_ENDING}`;
}
