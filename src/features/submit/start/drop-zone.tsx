import { CircleAlert, ClipboardPaste, FileBraces, FolderOpen, Image, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { MOD_KEY } from '@/lib/keyboard/platform';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { WORKFLOW_FILES } from '../import/accepted-files';
import { openImportList, useImportReport } from '../import/import-report';
import { NodeProblems } from '../import/node-problems';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { PasteDialog } from './lazy-parts';

/**
 * Start area: explains what Flowdeck does and which files it accepts; one row for someone with own work. The window handles the drop
 * itself.
 */
export function DropZone({ surface }: { surface: Surface }) {
  const input = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const isReading = useImportReport((state) => state.isReading);
  const problems = useImportReport((state) => state.problems);
  return (
    <section
      aria-label={t('Open a workflow')}
      className="flex flex-col items-center gap-3 rounded-2xl border border-dashed border-control bg-panel px-6 py-10 text-center min-[1900px]:py-20 returning:flex-row returning:flex-wrap returning:gap-x-3 returning:gap-y-2 returning:rounded-xl returning:px-4 returning:py-3 returning:text-left returning:min-[1900px]:py-3"
    >
      <div
        aria-hidden
        className="mb-1 flex gap-3 text-faint returning:mb-0 [&_svg]:size-6 [&_svg]:stroke-[1.5] returning:[&_svg]:size-5"
      >
        <FileBraces />
        <Image className="returning:hidden" />
      </div>
      <h2 className="text-xl font-semibold returning:text-base">{t('Drop a workflow, or a file with one embedded')}</h2>
      <p className="hidden text-sm text-faint lg:returning:block">{t('JSON, or media saved by ComfyUI')}</p>
      <p className="max-w-[64ch] text-muted returning:hidden">
        {t(
          'Flowdeck turns it into a form, uploads your images, runs it and shows live progress. Accepts workflow JSON, and images, videos and audio files saved by ComfyUI.',
        )}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2 returning:mt-0 returning:ml-auto returning:flex-row-reverse">
        <Button
          tone="primary"
          size="lg"
          isBusy={isReading}
          data-chooses-files
          className="returning:h-8 returning:border-control returning:bg-raised returning:px-3 returning:font-[520] returning:text-text"
          onClick={() => input.current?.click()}
        >
          {isReading ? null : <FolderOpen aria-hidden />}
          {t('Choose files')}
        </Button>
        <Button size="lg" className="returning:h-8 returning:px-3" onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden />
          {t('Paste JSON')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={WORKFLOW_FILES}
        aria-label={t('Workflow files')}
        className="hidden"
        onChange={(event) => {
          handOver('files', { surface, files: [...(event.target.files ?? [])] });
          event.target.value = '';
        }}
      />
      <div role="status" className="contents">
        {isReading ? (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Spinner className="size-3.5" /> {t('Reading file…')}
          </p>
        ) : null}
      </div>
      {problems.length > 0 ? <Problems /> : null}
      {isPasting ? (
        <PasteDialog
          surface={surface}
          hint={t('Or press {modifier} V anywhere on this page.', { modifier: t(MOD_KEY) })}
          onClose={() => setPasting(false)}
        />
      ) : null}
    </section>
  );
}

const SHOWN_PROBLEMS = 4;

function Problems() {
  const problems = useImportReport((state) => state.problems);
  const rest = problems.length - SHOWN_PROBLEMS;
  return (
    <div role="alert" className="mt-3 flex w-full max-w-[680px] flex-col gap-2 text-left">
      {problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- without state, and names of files and URLs may repeat
          key={index}
          className={`flex items-start gap-3 rounded-lg px-3 py-2.5 ${problem.isUsable ? 'border border-line bg-canvas' : 'bg-bad-soft'}`}
        >
          {problem.isUsable ? (
            <Image aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          )}
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">
              {problem.title} <span className="font-normal text-muted">({problem.name})</span>
            </p>
            <p className="text-muted">{problem.explanation}</p>
            {problem.nodeProblems ? <NodeProblems problems={problem.nodeProblems} /> : null}
            {problem.parameters !== undefined || problem.offers?.length ? (
              <div className="mt-2 flex flex-wrap gap-2">
                {problem.parameters === undefined ? null : (
                  <Button size="sm" onClick={openImportList}>
                    {t('Show settings')}
                  </Button>
                )}
                {problem.offers?.map(({ label, run }) => (
                  <Button key={label} size="sm" onClick={run}>
                    {label}
                  </Button>
                ))}
              </div>
            ) : null}
          </div>
          <button
            type="button"
            aria-label={t('Dismiss {name}', { name: problem.name })}
            className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
            onClick={() =>
              useImportReport.setState((state) => ({ problems: state.problems.filter((other) => other !== problem) }))
            }
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      ))}
      {rest > 0 ? (
        <Button size="sm" className="self-start" onClick={openImportList}>
          {t('Show {count} more', { count: rest })}
        </Button>
      ) : null}
    </div>
  );
}
