import { ExternalLink } from 'lucide-react';
import type { AuthorModel } from '@/domains/drafts/author-parts';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { shownHost } from '@/lib/shown-host';
import type { FormField } from '../draft/form-model';
import { useEditor } from '../draft/session/session-context';
import { missingModel, modelFolder } from './missing-models';

/** Below an input that names a missing file: where to get it, and where it belongs. */
export function ModelSource({ field }: { field: FormField }) {
  const model = useEditor((state) => missingModel(state, field));
  if (!model) return null;
  return (
    <div className="mt-1">
      <ModelAddress model={model} />
    </div>
  );
}

/** The author of the workflow chose the address: its page learns nothing of this one. */
export function ModelAddress({ model: { name, url, folder } }: { model: AuthorModel }) {
  const host = shownHost(url);
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-muted">
      <a
        href={url}
        title={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={t('Download {name} from {host}', { name, host })}
        className="inline-flex items-center gap-1 rounded text-accent wrap-anywhere hover:underline"
      >
        {t('Download from {host}', { host })}
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      </a>
      <span className="wrap-anywhere">
        <Trans text="to {folder}" values={{ folder: <span className="font-mono">{modelFolder(folder)}</span> }} />
      </span>
    </p>
  );
}
