import { curlPost, TOKEN_VARIABLE } from '@/shared/shell-text';
import { CALL_TIMEOUT_S, type CallParams } from './call-params';

export function curlCode({ url, bodyText, needsToken }: CallParams): string {
  return curlPost({
    url,
    headers: needsToken ? [`X-API-Key: $${TOKEN_VARIABLE}`] : [],
    options: [
      '--fail-with-body',
      `--max-time ${CALL_TIMEOUT_S}`,
      '--dump-header answer.headers',
      '--output answer.body',
    ],
    bodyText,
  });
}
