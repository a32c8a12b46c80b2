import { useQuery } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { storedFile, UI_FORMAT_KEY } from '@/domains/drafts/draft-files';
import type { LeftChange, WriteBackResult } from '@/domains/ui-format/write-back';
import { loadCoreClasses } from '@/domains/ui-format/load-core-classes';
import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import { fileNameOf } from '../draft/draft-actions';
import { workflowText, type EditorState } from '../draft/editor-state';
import { useEditor } from '../draft/session/session-context';
import { writeBackUiFormat } from '../import/read-dropped-file';

/** Offers both formats of a draft that was converted from the UI format, and says before what the file cannot carry. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const state = useEditor((whole) => whole);
  const text = workflowText(state);
  const { data: written } = useQuery({
    queryKey: ['device.ui-format', state.draft.id, text],
    queryFn: () => writeUiFormat(state, text),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const save = (content: string, suffix: string) => {
    saveText(content, fileNameOf(state.draft.title, suffix), 'application/json');
    onClose();
  };
  return (
    <Dialog isOpen onOpenChange={onClose} size="md" title={t('Download workflow')} description={null}>
      <div className="flex flex-col gap-3">
        <Format
          title={t('For ComfyUI’s editor (UI format)')}
          text={t(
            'The file that was opened, with the values of this draft. Layout, groups and notes stay as they are.',
          )}
          action={
            <Button
              tone="primary"
              data-autofocus
              disabledReason={
                written?.ok ? null : written === undefined ? t('Writing the values…') : t('There is no file')
              }
              onClick={() => (written?.ok ? save(written.text, '') : undefined)}
            >
              <Download aria-hidden />
              {t('Download UI format')}
            </Button>
          }
        >
          <div aria-live="polite">
            {written === undefined ? (
              <p className="flex items-center gap-2 text-sm text-muted">
                <Spinner className="size-3.5" /> {t('Writing the values…')}
              </p>
            ) : written.ok ? (
              <Contents left={written.left} files={written.files} />
            ) : (
              <p className="text-sm text-warn wrap-anywhere">{written.reason}</p>
            )}
          </div>
        </Format>
        <Format
          title={t('For scripts and servers (API format)')}
          text={t('What this draft sends when it runs. ComfyUI opens it too, with a new layout.')}
          action={
            <Button onClick={() => save(text, '-api')}>
              <Download aria-hidden />
              {t('Download API format')}
            </Button>
          }
        />
      </div>
    </Dialog>
  );
}

interface FormatProps {
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

function Format({ title, text, action, children }: FormatProps) {
  return (
    <section className="flex flex-col gap-2 rounded-xl border border-line p-3.5">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-muted">{text}</p>
      {children}
      <div>{action}</div>
    </section>
  );
}

/** Changes named one by one; the rest is counted. */
const SHOWN = 12;

function Contents({ left, files }: { left: readonly LeftChange[]; files: readonly string[] }) {
  return (
    <>
      {files.length > 0 ? (
        <p className="text-sm text-muted wrap-anywhere">
          {t(
            'ComfyUI needs {names} in its input folder: {count, plural, one {it is} other {they are}} not part of the file.',
            { names: andList(files, SHOWN), count: files.length },
          )}
        </p>
      ) : null}
      {left.length > 0 ? (
        <div className="rounded-lg bg-warn-soft px-3 py-2 text-sm">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
            {t('{count, plural, one {# change} other {# changes}} cannot be written to the file', {
              count: left.length,
            })}
          </p>
          <ul className="mt-1 flex max-h-48 list-disc flex-col gap-0.5 overflow-y-auto pl-6">
            {left.slice(0, SHOWN).map((change) => (
              <li key={`${change.nodeId} ${change.input}`} className="wrap-anywhere">
                {leftText(change)}
              </li>
            ))}
            {left.length > SHOWN ? <li>{t('and {count} more', { count: left.length - SHOWN })}</li> : null}
          </ul>
        </div>
      ) : null}
    </>
  );
}

function leftText({ nodeId, title, input, reason }: LeftChange): string {
  const name = input ?? '';
  const node = t('node {nodeId}, {title}', { nodeId, title });
  switch (reason) {
    case 'added':
      return t('Added {node}', { node });
    case 'deleted':
      return t('Deleted {node}', { node });
    case 'class':
      return t('Another class of {node}', { node });
    case 'link':
      return t('The connection of “{name}” ({node})', { name, node });
    case 'removed':
      return t('“{name}” has no value any more ({node})', { name, node });
    case 'shared':
      return t('“{name}” ({node}): other inputs that keep their value have the same one in the file', { name, node });
    case 'unsaved':
      return t('“{name}” ({node}): the file has no place for its value', { name, node });
    case 'file':
      return t('“{name}” ({node}): the name of its file is not known', { name, node });
  }
}

type Written = Extract<WriteBackResult, { ok: true }> | { ok: false; reason: string };

async function writeUiFormat({ draft, media, definitions }: EditorState, after: string): Promise<Written> {
  const file = await storedFile(draft.id, UI_FORMAT_KEY);
  if (!file)
    return {
      ok: false,
      reason: t('The file that was opened is not stored in this browser, so only the API format is left.'),
    };
  const core = await loadCoreClasses();
  const fileNames = Object.fromEntries(Object.entries(media).map(([key, { name }]) => [key, name]));
  const request = { source: await file.text(), before: draft.originalText, after, fileNames };
  const result = await writeBackUiFormat(request, { ...core?.definitions, ...definitions });
  if (result.ok) return result;
  const [problem] = result.problems;
  const why = problem ? `${problem.message} ${problem.advice}` : '';
  return { ok: false, reason: `${t('The file cannot be written.')} ${why}` };
}
