import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { formatBytes, formatDate } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { zipNames } from '@/shared/file-names/zip-names';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { Switch } from '@/ui/input/switch';
import { TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { assetName, shownKind } from '../asset-text';
import { buildHtmlPage } from './build-html-page';
import { filesOnPage, MAX_PAGE_BYTES, readPageFiles } from './page-files';

interface HtmlPageDialogProps {
  surface: Surface;
  assets: readonly ListedAsset[];
  onClose: () => void;
}

const MAX_TITLE = 120;

/** Saves files and what made them as one HTML file, which needs neither a server nor scripts. */
export function HtmlPageDialog({ surface, assets, onClose }: HtmlPageDialogProps) {
  const client = useQueryClient();
  const [title, setTitle] = useState(() => t('Results'));
  const [hasInputs, setHasInputs] = useState(true);
  const [count, setCount] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  const inputsId = useId();
  const chosen = filesOnPage(assets);
  const bytes = [...chosen].reduce((sum, asset) => sum + asset.size_bytes, 0);
  const tooLarge = assets.filter((asset) => shownKind(asset) !== null && !chosen.has(asset));
  const unshown = assets.filter((asset) => shownKind(asset) === null);
  const close = () => {
    controller.current?.abort();
    onClose();
  };
  const save = useAction({
    async run() {
      const work = new AbortController();
      controller.current = work;
      setCount(0);
      setProblem(null);
      try {
        const { signal } = work;
        const files = await readPageFiles({ client, surface, assets, hasInputs, signal, onProgress: setCount });
        const missing = files.flatMap(({ name, content }) => (content.kind === 'missing' ? [name] : []));
        const [reason] = files.flatMap(({ content }) => (content.kind === 'missing' ? [content.reason] : []));
        if (missing.length === files.length) throw new Error(reason);
        const name = title.trim() || t('Results');
        const subtitle = `${t('{count, plural, one {# file} other {# files}}', { count: files.length })} · ${formatDate(Date.now())}`;
        const [fileName = 'results.html'] = zipNames([{ name: `${name}.html`, hash: null }], '{name}');
        saveText(buildHtmlPage({ title: name, subtitle, files }), fileName, 'text/html');
        onClose();
        return missing;
      } catch (error) {
        setCount(null);
        setProblem(messageOf(error, t('Could not load files.')));
        throw error;
      }
    },
    done: (missing) =>
      missing.length === 0
        ? { title: t('HTML page saved') }
        : {
            tone: 'warn',
            stays: true,
            title: t('HTML page saved'),
            description: t(
              '{count, plural, one {# file is named on it but not shown: {names}.} other {# files are named on it but not shown: {names}.}}',
              {
                count: missing.length,
                names: shortList(missing),
              },
            ),
          },
    // The dialog shows it.
    failed: () => null,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('Save as HTML page')}
      description={t('One file of about {size} that opens in any browser, without Flowdeck and without scripts.', {
        size: formatBytes(sizeOfPage(bytes)),
      })}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            isBusy={count !== null}
            disabledReason={
              chosen.size === 0 ? t('No file fits within {size}.', { size: formatBytes(MAX_PAGE_BYTES) }) : null
            }
            onClick={() => void save.run()}
          >
            {count === null ? <Download aria-hidden /> : null}
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('Title')}>
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={title}
              maxLength={MAX_TITLE}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <div className="flex items-start gap-3">
          <Switch checked={hasInputs} aria-labelledby={inputsId} onCheckedChange={setHasInputs} />
          <div className="min-w-0">
            <p id={inputsId}>{t('Prompts and settings')}</p>
            <p className="text-sm text-muted">
              {hasInputs
                ? t('Everybody who gets the page can read them, and the titles of the jobs.')
                : t(
                    'The page has names, titles of the jobs and dates only. The images themselves may still contain their workflow.',
                  )}
            </p>
          </div>
        </div>
        {tooLarge.length > 0 ? (
          <p className="text-warn">
            {t(
              '{count, plural, one {# file does not fit within {size} and is named only: {names}.} other {# files do not fit within {size} and are named only: {names}.}}',
              { count: tooLarge.length, size: formatBytes(MAX_PAGE_BYTES), names: shortList(tooLarge.map(assetName)) },
            )}
          </p>
        ) : null}
        {unshown.length > 0 ? (
          <p className="text-warn">
            {t(
              '{count, plural, one {# file of a kind that a page cannot show is named only: {names}.} other {# files of a kind that a page cannot show are named only: {names}.}}',
              { count: unshown.length, names: shortList(unshown.map(assetName)) },
            )}
          </p>
        ) : null}
        {problem === null ? null : (
          <p role="alert" className="wrap-anywhere text-bad">
            {t('Nothing was saved. {problem}', { problem })}
          </p>
        )}
        {count === null ? null : (
          <div className="flex flex-col gap-1.5">
            <ProgressBar value={count / assets.length} label={t('HTML page')} />
            <p className="text-sm text-muted tabular-nums">
              {t('{done} of {count, plural, one {# file} other {# files}}', { done: count, count: assets.length })}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const SHOWN_NAMES = 5;

function shortList(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return rest > 0 ? t('{names} and {count} more', { names: shown, count: rest }) : shown;
}

/** Base64 has four characters for three bytes. */
function sizeOfPage(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
