import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { fileMarksQuery, markFiles, NO_MARKS, type FileMarks } from '@/domains/annotations/file-marks';
import { t } from '@/lib/i18n/messages';
import { reportUnsaved } from '@/shared/annotations/report-unsaved';
import { copyText } from '@/shared/copy-text';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { filesAt } from '@/shared/dialog-requests/file-at';
import { findInputFile } from '@/shared/dialog-requests/input-request';
import { heldFile } from '../asset-text';
import type { AssetsSearch } from '../assets-search';
import type { AssetActionId, RunAssetAction } from './asset-actions';

/** In any tab, without another likeness. */
const ALL: AssetsSearch = { kind: undefined, title: undefined, workflow: undefined, like: undefined };

/** What the page does itself. */
interface ActionPlace {
  surface: Surface;
  open: (id: string) => void;
  select: (id: string) => void;
  keep: (asset: ListedAsset) => Promise<unknown>;
  savePage: (assets: readonly ListedAsset[]) => void;
  remove: (assets: readonly ListedAsset[]) => void;
  filter: (change: AssetsSearch) => void;
}

/** Returns a function that runs an action on files; a new one only if what it is given changes. */
export function useRunAssetAction({
  surface,
  open,
  select,
  keep,
  savePage,
  remove,
  filter,
}: ActionPlace): RunAssetAction {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (id, assets) => {
      const runs: Readonly<Record<AssetActionId, () => void>> = {
        open: () => assets[0] && open(assets[0].id),
        input: () => {
          const input = findInputFile(assets.map(heldFile));
          if (input) openDialog('input', { surface, ...input });
        },
        job: () => {
          const jobId = assets[0]?.job_id;
          if (jobId) void navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId } });
        },
        'same-workflow': () => filter({ ...ALL, workflow: assets[0]?.job_id ?? undefined }),
        'same-prompt': () => filter({ ...ALL, like: assets[0]?.job_id ?? undefined }),
        star: () => {
          const isStarred = !areStarred(client.getQueryData(fileMarksQuery(surface.id).queryKey) ?? NO_MARKS, assets);
          const ids = assets.map((asset) => asset.id);
          void markFiles(client, surface.id, ids, { isStarred }).then(reportUnsaved);
        },
        select: () => assets[0] && select(assets[0].id),
        keep: () => void (assets[0] && keep(assets[0])),
        zip: () => openDialog('zip', { files: filesAt(surface, assets.map(heldFile)), title: t('files') }),
        'html-page': () => savePage(assets),
        'copy-id': () =>
          void copyText(assets.map((asset) => asset.id).join('\n'), assets.length === 1 ? t('File ID') : t('File IDs')),
        delete: () => remove(assets),
      };
      runs[id]();
    },
    [surface, client, navigate, open, select, keep, savePage, remove, filter],
  );
}

export function areStarred(marks: FileMarks, assets: readonly ListedAsset[]): boolean {
  return assets.length > 0 && assets.every(({ id }) => marks.get(id)?.isStarred === true);
}
