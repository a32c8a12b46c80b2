import { Check, ShieldCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { messageOf } from '@/lib/message-of';
import { fetchContent } from '@/api/fetch-content';
import { hashFile } from '@/domains/assets/hash-file';
import { withConnection } from '@/api/connections';

type State =
  | { name: 'idle' }
  | { name: 'working'; words: string }
  | { name: 'done'; hash: string }
  | { name: 'failed'; message: string };

/** The reported hash, and a check whether the content matches it. */
export function HashRow({ surface, output, url }: { surface: Surface; output: Output; url: string | null }) {
  const [state, setState] = useState<State>({ name: 'idle' });
  const work = useRef<AbortController | null>(null);
  // Aborts the download of a possibly very large file on unmount.
  useEffect(() => () => work.current?.abort(), []);

  const verify = async (url: string) => {
    const controller = new AbortController();
    work.current = controller;
    setState({ name: 'working', words: t('Reading') });
    try {
      const hash = await hashOutput(surface, output, url, controller.signal, ({ step, bytes }) => {
        const share = output.size_bytes > 0 ? formatPercent(Math.min(1, bytes / output.size_bytes)) : null;
        setState({ name: 'working', words: progressText(step, share) });
      });
      setState({ name: 'done', hash });
    } catch (error) {
      if (controller.signal.aborted) setState({ name: 'idle' });
      else setState({ name: 'failed', message: messageOf(error, t('Unknown error.')) });
    }
  };

  return (
    <>
      {output.hash ? (
        <span className="font-mono text-sm break-all">{output.hash}</span>
      ) : (
        <span>{t('not yet known')}</span>
      )}
      {state.name === 'working' ? (
        <Button size="sm" onClick={() => work.current?.abort()}>
          <span className="tabular-nums">{state.words}</span> · {t('Stop')}
        </Button>
      ) : (
        <Button
          size="sm"
          disabledReason={url ? null : t('No download URL available.')}
          onClick={() => (url ? void verify(url) : undefined)}
        >
          <ShieldCheck aria-hidden />
          {output.hash ? t('Verify hash') : t('Compute')}
        </Button>
      )}
      <span role="status" className="basis-full empty:hidden">
        {state.name === 'done' ? <HashResult reported={output.hash} computed={state.hash} /> : null}
        {state.name === 'failed' ? (
          <span className="text-bad">{t('It could not be read: {message}', { message: state.message })}</span>
        ) : null}
      </span>
    </>
  );
}

function HashResult({ reported, computed }: { reported: string | null; computed: string }) {
  if (reported === computed) {
    return (
      <span className="flex items-center gap-1.5 text-ok">
        <Check aria-hidden className="size-4 shrink-0" />
        {t('Hash verified.')}
      </span>
    );
  }
  return (
    <>
      {reported ? (
        <span className="flex items-center gap-1.5 text-bad">
          <X aria-hidden className="size-4 shrink-0" />
          {t('Hash mismatch. Computed:')}
        </span>
      ) : null}
      <span className="font-mono text-sm break-all">{computed}</span>
    </>
  );
}

function progressText(step: VerifyProgress['step'], share: string | null): string {
  if (step === 'reading') return share === null ? t('Reading') : t('Reading {share}', { share });
  return share === null ? t('Hashing') : t('Hashing {share}', { share });
}

interface VerifyProgress {
  step: 'reading' | 'hashing';
  bytes: number;
}

/**
 * Downloads the content and returns its hash as `blake3:<64 hex digits>`. The bytes go through the browser's own file
 * storage instead of memory, and the hash is computed in a worker.
 */
async function hashOutput(
  surface: Surface,
  output: Output,
  url: string,
  signal: AbortSignal,
  onProgress: (progress: VerifyProgress) => void,
): Promise<string> {
  const blob = await withConnection('download', signal, async () => {
    const response = await fetchContent(surface, url, { signal, cache: 'no-store' });
    if (!response.ok || !response.body)
      throw new Error(t('The server responded with {status}.', { status: response.status }));
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ step: 'reading', bytes });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter)).blob();
  });
  return hashFile(new File([blob], output.name), {
    signal,
    onProgress: (bytes) => onProgress({ step: 'hashing', bytes }),
  });
}
