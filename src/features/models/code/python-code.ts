import { KEY_VARIABLE, TOKEN_VARIABLE } from '@/shared/shell-text';
import { CALL_TIMEOUT_S, type CallParams } from './call-params';

/** Generates Python that only uses the standard library. The body stays a string: parsing and serializing may change numbers. */
export function pythonCode({ url, bodyText, needsToken }: CallParams): string {
  return [
    'import json',
    'import os',
    'import urllib.request',
    'import uuid',
    '',
    '# One key for one call: sent again with the same key it is collected, not run twice.',
    `idempotency_key = os.environ.get("${KEY_VARIABLE}") or str(uuid.uuid4())`,
    '',
    `body = ${pythonText(bodyText)}`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    '    data=body.encode(),',
    '    headers={',
    '        "Content-Type": "application/json",',
    '        "Idempotency-Key": idempotency_key,',
    ...(needsToken ? [`        "X-API-Key": os.environ["${TOKEN_VARIABLE}"],`] : []),
    '    },',
    ')',
    `with urllib.request.urlopen(request, timeout=${CALL_TIMEOUT_S}) as response:`,
    '    content_type = response.headers.get_content_type()',
    '    answer = response.read()',
    '',
    '# Some models return JSON, others an image or audio file.',
    'result = json.loads(answer) if content_type.endswith("json") else answer',
  ].join('\n');
}

/** Returns a raw string literal if possible, otherwise a literal with escaped backslashes and quotes. */
function pythonText(text: string): string {
  const isRaw = !text.includes('"""') && !text.endsWith('"') && !text.endsWith('\\');
  if (isRaw) return `r"""${text}"""`;
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`;
}
