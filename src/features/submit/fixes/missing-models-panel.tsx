import { useQueryClient } from '@tanstack/react-query';
import { Copy, PackageOpen, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { markStale } from '@/api/live/stale-table';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { revealTarget } from '../draft/focus-field';
import { useSession, useSettledEditor } from '../draft/session/session-context';
import { missingModelKeys, missingModels, modelList, type MissingModel } from './missing-models';
import { ModelAddress } from './model-source';

/** More would push the form away. */
const SHOWN = 5;

/** Names the files of models that the server lacks, with the addresses that the author of the workflow included. */
export function MissingModelsPanel() {
  const { editor } = useSession();
  const keys = useSettledEditor(useShallow(missingModelKeys));
  // oxlint-disable-next-line react/exhaustive-deps -- the keys say when it differs
  const missing = useMemo(() => missingModels(editor.settled.getState()), [editor, keys]);
  return missing.length === 0 ? null : <Panel missing={missing} />;
}

function Panel({ missing }: { missing: readonly MissingModel[] }) {
  const { surface } = useSession();
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const check = useAction({
    run: async () => {
      await markStale(client, surface, 'engineChanged');
      setChecked(true);
    },
    failed: () => ({
      title: t('Could not check'),
      description: t('The server does not answer. The draft is unchanged.'),
    }),
  });
  const shown = isWhole ? missing : missing.slice(0, SHOWN);
  return (
    <section
      aria-labelledby="missing-models"
      className="flex flex-col gap-3 rounded-xl border border-warn bg-warn-soft px-4 py-3.5"
    >
      <h2 id="missing-models" className="flex items-center gap-2 font-semibold">
        <PackageOpen aria-hidden className="size-4 shrink-0 text-warn" />
        {t('{count, plural, one {# model file is} other {# model files are}} not on the server', {
          count: missing.length,
        })}
      </h2>
      <ul aria-label={t('Missing model files')} className="flex flex-col gap-2.5">
        {shown.map((each) => (
          <MissingFile key={`${each.model.folder} ${each.model.name}`} missing={each} />
        ))}
      </ul>
      {missing.length > shown.length ? (
        <Button size="sm" className="self-start" onClick={() => setWhole(true)}>
          {t('Show all {count}', { count: missing.length })}
        </Button>
      ) : null}
      <p className="text-sm text-muted">
        {t('The links are from the author of the workflow. Save each file in its folder of ComfyUI, then check again.')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button isBusy={check.isPending} onClick={() => void check.run()}>
          {check.isPending ? null : <RefreshCw aria-hidden />}
          {t('Check again')}
        </Button>
        <Button onClick={() => void copyText(modelList(missing), t('List of model files'))}>
          <Copy aria-hidden />
          {t('Copy list')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isChecked && !check.isPending ? t('Still missing. A new file can take half a minute to appear.') : null}
        </p>
      </div>
    </section>
  );
}

function MissingFile({ missing: { model, fields } }: { missing: MissingModel }) {
  const { editor } = useSession();
  const [first] = fields;
  return (
    <li className="flex flex-col items-start gap-0.5">
      <button
        type="button"
        title={t('Show the input')}
        className="rounded text-left font-mono text-sm wrap-anywhere hover:underline"
        onClick={() => (first ? revealTarget(editor, { nodeId: first.nodeId, fieldKey: first.key }) : undefined)}
      >
        {model.name}
      </button>
      <ModelAddress model={model} />
    </li>
  );
}
