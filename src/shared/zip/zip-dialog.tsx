import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatBytes, formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { ProgressBar } from '@/ui/progress-bar';
import { TextInput } from '@/ui/input/text-input';
import { messageOf } from '@/lib/message-of';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { saveBlob } from '../files/save-blob';
import { formatTotalSize } from '../files/output-size';
import { lossText } from '../servers/server-advice';
import { useAction } from '../feedback/use-action';
import { makeZipBlob, type ZipProgress } from './make-zip';
import { namesInZip } from '../file-names/file-names';
import { useSeeds } from '../file-names/use-seeds';
import { DEFAULT_PATTERN, PATTERN_TOKENS, zipNames } from '../file-names/zip-names';
import { zipPatternSetting } from '../file-names/file-pattern';
import { type ZipRequest } from '../dialog-requests/zip-request';

const SHOWN_NAMES = 3;

/** Dialog that saves several files as one zip, named by a pattern. */
export function ZipDialog({ files, title, note, addition }: ZipRequest) {
  const [pattern, setPattern] = useState(zipPatternSetting.get);
  const [progress, setProgress] = useState<ZipProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { seeds, isReading } = useSeeds(files, pattern);
  const names = namesInZip(files, pattern, seeds);
  const sizes = files.map(({ file }) => file);
  const total = sizes.reduce((sum, file) => sum + file.size_bytes, 0);
  const isSized = sizes.every(({ size_bytes, hash }) => size_bytes > 0 || hash !== null);
  const close = () => {
    controller.current?.abort();
    closeDialog('zip');
  };
  const save = useAction({
    async run() {
      const work = new AbortController();
      controller.current = work;
      zipPatternSetting.set(pattern);
      setProgress({ files: 0, bytes: 0 });
      try {
        const { blob, ...missed } = await makeZipBlob({
          files,
          names,
          addition,
          signal: work.signal,
          onProgress: setProgress,
        });
        const [zipName = 'files.zip'] = zipNames([{ name: `${title}.zip`, hash: null }], '{name}');
        saveBlob(blob, zipName);
        closeDialog('zip');
        return missed;
      } catch (error) {
        setProgress(null);
        throw error;
      }
    },
    done({ lost, missing }) {
      const lostCount = lost.reduce((sum, { count }) => sum + count, missing.length);
      const saved = `${formatCount(files.length - lostCount, 'file')} saved as one zip`;
      if (lostCount === 0) return { title: saved };
      const losses = [
        missing.length > 0 ? missingText(missing.length) : null,
        ...lost.map(({ surface, count, error }) => lossText(surface, count, 'file', error)),
      ];
      return { tone: 'warn', stays: true, title: saved, description: losses.filter(Boolean).join(' ') };
    },
    failed: (error) =>
      controller.current?.signal.aborted
        ? null
        : { title: 'Download failed', description: messageOf(error, 'Could not load files.') },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={`Download ${formatCount(files.length, 'file')}`}
      description={[
        `One zip of ${isSized ? 'about ' : ''}${formatTotalSize(sizes)}.`,
        note,
        'The files stay as they are.',
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" isBusy={progress !== null || isReading} onClick={() => void save.run()}>
            {progress ? null : <Download aria-hidden />}
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Names in the zip">
          {(control) => (
            <TextInput
              {...control}
              value={pattern}
              placeholder={DEFAULT_PATTERN}
              spellCheck={false}
              className="font-mono text-sm"
              onChange={(event) => setPattern(event.target.value)}
            />
          )}
        </Field>
        <p className="text-sm text-muted">
          {PATTERN_TOKENS.map(([token, meaning], index) => (
            <span key={token}>
              {index > 0 ? ', ' : ''}
              <code className="font-mono text-text">{token}</code> {meaning}
            </span>
          ))}
          ; a slash makes folders.
        </p>
        <ul aria-label="Example names" className="rounded-md bg-canvas px-3 py-2 font-mono text-sm">
          {names.slice(0, SHOWN_NAMES).map((name) => (
            <li key={name} className="truncate">
              {name}
            </li>
          ))}
          {names.length > SHOWN_NAMES ? (
            <li className="text-muted">and {formatCount(names.length - SHOWN_NAMES, 'more name')}</li>
          ) : null}
        </ul>
        {progress ? (
          <div className="flex flex-col gap-1.5">
            <ProgressBar value={total === 0 ? null : Math.min(1, progress.bytes / total)} label="Download" />
            <p className="text-sm text-muted tabular-nums">
              {progress.files} of {formatCount(files.length, 'file')} · {formatBytes(progress.bytes)}
            </p>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function missingText(count: number): string {
  return `${formatCount(count, 'file is', 'files are')} missing: the server no longer has ${count === 1 ? 'it' : 'them'}. A list is in the zip.`;
}
