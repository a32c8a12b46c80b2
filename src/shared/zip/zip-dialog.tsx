import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
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
      const saved = t('{count, plural, one {# file} other {# files}} saved as one zip', {
        count: files.length - lostCount,
      });
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
        : { title: t('Download failed'), description: messageOf(error, t('Could not load files.')) },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('Download {count, plural, one {# file} other {# files}}', { count: files.length })}
      description={[
        isSized
          ? t('One zip of about {size}.', { size: formatTotalSize(sizes) })
          : t('One zip of {size}.', { size: formatTotalSize(sizes) }),
        note,
        t('The files stay as they are.'),
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button tone="primary" isBusy={progress !== null || isReading} onClick={() => void save.run()}>
            {progress ? null : <Download aria-hidden />}
            {t('Download')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('Names in the zip')}>
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
          <Trans
            text="{tokens}; a slash makes folders."
            values={{
              tokens: PATTERN_TOKENS.map(([token, meaning], index) => (
                <span key={token}>
                  {index > 0 ? ', ' : ''}
                  <code className="font-mono text-text">{token}</code> {t(meaning)}
                </span>
              )),
            }}
          />
        </p>
        <ul aria-label={t('Example names')} className="rounded-md bg-canvas px-3 py-2 font-mono text-sm">
          {names.slice(0, SHOWN_NAMES).map((name) => (
            <li key={name} className="truncate">
              {name}
            </li>
          ))}
          {names.length > SHOWN_NAMES ? (
            <li className="text-muted">
              {t('and {count, plural, one {# more name} other {# more names}}', { count: names.length - SHOWN_NAMES })}
            </li>
          ) : null}
        </ul>
        {progress ? (
          <div className="flex flex-col gap-1.5">
            <ProgressBar value={total === 0 ? null : Math.min(1, progress.bytes / total)} label={t('Download')} />
            <p className="text-sm text-muted tabular-nums">
              {t('{done} of {total, plural, one {# file} other {# files}} · {size}', {
                done: progress.files,
                total: files.length,
                size: formatBytes(progress.bytes),
              })}
            </p>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function missingText(count: number): string {
  return t(
    '{count, plural, one {# file is missing: the server no longer has it.} other {# files are missing: the server no longer has them.}} A list is in the zip.',
    { count },
  );
}
