import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isApiError } from '@/api/api-error';
import { assetQuery } from '@/domains/assets/asset-query';
import type { EditorSession } from '../draft/session/editor-session';
import { referencedAssets } from '../draft/lost-files';

/** Checks before a run whether the server still has the files that the inputs refer to. */
export function useLostFiles({ surface, editor, uploads }: EditorSession): void {
  const ids = useStore(
    editor.settled,
    useShallow((state) =>
      referencedAssets(
        state,
        // Uploaded from this page.
        ({ key }, assetId) => state.media[key]?.assetId === assetId && uploads.files.fileOf(key) !== null,
      ),
    ),
  );
  const lost = useQueries({
    queries: ids.map((id) => assetQuery(surface, id)),
    combine: (results) => results.map(({ error }) => isApiError(error) && error.code === 'not_found'),
  });
  const lostIds = ids.filter((_id, index) => lost[index]).join('\n');
  // Queries have no other place to report to the editor.
  useEffect(() => {
    if (lostIds === '') return;
    const { lostFiles } = editor.state;
    const found = lostIds.split('\n').filter((id) => !lostFiles.has(id));
    if (found.length > 0) editor.store.setState({ lostFiles: new Set([...lostFiles, ...found]) });
  }, [editor, lostIds]);
}
