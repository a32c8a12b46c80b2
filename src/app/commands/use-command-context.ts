import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { sessionQuery, signOut } from '@/api/session';
import { LOCAL_SURFACE } from '@/api/surface';
import { askFor, useSelection } from '@/features/jobs/selection/selection-store';
import { setDensity, setTimeZone } from '@/features/jobs/view/change-list-view';
import { applyTheme } from '@/lib/theme';
import { chooseImport } from '@/shared/import-request';
import { pageAction } from '@/shared/page-actions';
import { useShellSurface } from '@/shared/use-current-surface';
import { focusedRow } from '@/shared/use-row-keys';
import { openCommandView } from './overlay-store';
import type { CommandContext } from './command';

/** The commands' hands in the running shell. */
export function useCommandContext(): CommandContext {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { id } = useShellSurface();
  return useMemo(() => {
    const params = { surface: id };
    return {
      goToJobs: (status) => void router.navigate({ to: '/$surface/jobs', params, search: status ? { status } : {} }),
      goToSubmit: () => void router.navigate({ to: '/$surface/submit', params }),
      goToAssets: () => void router.navigate({ to: '/$surface/assets', params }),
      goToModels: () => void router.navigate({ to: '/$surface/models', params }),
      openPalette: () => openCommandView('palette'),
      openSheet: () => openCommandView('sheet'),
      openOutbox: () => openCommandView('outbox'),
      openSettings: (section) =>
        void router.navigate({ to: '/$surface/settings', params, ...(section ? { hash: section } : {}) }),
      openConnection: () => openCommandView('connection'),
      importJobs: chooseImport,
      clearQueue: () => {
        void router.navigate({ to: '/$surface/jobs', params, search: { status: 'queued' } });
        askFor('clear_queue');
      },
      hasSelection: () => useSelection.getState().selection.ids.size > 0,
      hasFocusedRow: () => focusedRow() !== null,
      hasSearch: () => searchField() !== undefined,
      focusSearch: () => {
        const field = searchField();
        field?.focus();
        field?.select();
      },
      isSignedIn: () => {
        const session = queryClient.getQueryData(sessionQuery(LOCAL_SURFACE).queryKey);
        return session?.needsToken === true && session.isSignedIn;
      },
      signOut: () => void signOut(LOCAL_SURFACE).finally(() => queryClient.invalidateQueries()),
      setTheme: applyTheme,
      setDensity,
      setTimeZone,
      pageAction,
    };
  }, [router, queryClient, id]);
}

function searchField(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]:enabled');
  return [...fields].find((field) => field.checkVisibility());
}
