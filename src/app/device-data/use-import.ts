import { useEffect, useRef, useState } from 'react';
import { startWorker } from '@/lib/worker-factory';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/domains/history/jobs-file-worker?worker&url';
import type { JobsFileProblem, JobsFileReply, JobsFileRequest, FoundJobs } from '@/domains/history/jobs-file-protocol';

export type ImportState =
  | { kind: 'reading' }
  | { kind: 'found'; found: FoundJobs }
  | { kind: 'adding'; found: FoundJobs }
  | { kind: 'added'; added: number; updated: number }
  | ({ kind: 'problem' } & JobsFileProblem);

const DEAD: ImportState = {
  kind: 'problem',
  title: 'Import failed',
  explanation: 'Nothing was changed. Reload the page, and import the file again.',
};

/** Reads a file and writes its jobs off the main thread: thousands would block the page. */
export function useImport(file: File): { state: ImportState; add: () => void } {
  const [state, setState] = useState<ImportState>({ kind: 'reading' });
  const worker = useRef<Worker | null>(null);
  // The worker runs while the dialog for the file is open.
  useEffect(() => {
    const started = startWorker(workerUrl);
    started.addEventListener('message', ({ data }: MessageEvent<JobsFileReply>) => setState(data));
    started.addEventListener('error', () => setState(DEAD));
    started.postMessage({ kind: 'read', file, name: file.name } satisfies JobsFileRequest);
    worker.current = started;
    return () => started.terminate();
  }, [file]);
  const add = () => {
    if (state.kind !== 'found') return;
    setState({ kind: 'adding', found: state.found });
    worker.current?.postMessage({ kind: 'add' } satisfies JobsFileRequest);
  };
  return { state, add };
}
