import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { readWorkflow } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import { diffWorkflows, filterDifferences } from '@/domains/workflow-differences/diff-workflows';
import { t } from '@/lib/i18n/messages';
import { draftKeyOf } from '@/shared/dialog-requests/workflow-differences-request';
import { Button } from '@/ui/button';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { workflowText, type EditorState } from '../draft/editor-state';
import { useEditor, useSession } from '../draft/session/session-context';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { pinnedFile, pinnedWorkflowQuery } from '../start/pinned-workflow-query';

/** Shown if the deployment of the draft has another workflow: nothing runs until the user decides. Values may differ. */
export function PinnedNotice() {
  const { surface, editor } = useSession();
  const { data: pinnedText, failureCount } = useQuery(pinnedWorkflowQuery(surface));
  // A server that does not tell decides itself whether it accepts the workflow.
  const isRead = surface.kind !== 'deployment' || pinnedText !== undefined || failureCount > 0;
  const graph = useEditor((state) => state.graph);
  const foreign = useEditor((state) => state.foreign);
  const differences = useMemo(() => {
    const pinned = pinnedText === undefined ? null : readWorkflow(pinnedText);
    return pinned?.ok ? filterDifferences(diffWorkflows(pinned.graph, graph).nodes, 'structure').length : 0;
  }, [pinnedText, graph]);
  // A run checks it too, since keys bypass the button.
  useEffect(() => {
    const next = differences === 0 ? 'no' : foreign === 'accepted' ? foreign : 'yes';
    if (isRead && next !== foreign) editor.store.setState({ foreign: next });
  }, [editor, isRead, differences, foreign]);
  if (pinnedText === undefined || foreign !== 'yes') return null;
  return (
    <section
      aria-labelledby="pinned-notice"
      className="flex flex-col gap-3 rounded-xl border border-warn bg-warn-soft px-4 py-3.5"
    >
      <h2 id="pinned-notice" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        {t('{name} has another workflow', { name: surface.name })}
      </h2>
      <p>
        {t(
          'It differs in {count, plural, one {# node} other {# nodes}}. This deployment is set up for its own workflow: it may reject this one, or run without its models.',
          { count: differences },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onClick={() => handOver('files', { surface, files: [pinnedFile(surface, pinnedText)] })}>
          {t('Open its workflow')}
        </Button>
        <Button onClick={() => compare(surface, editor.state, pinnedText)}>
          <GitCompareArrows aria-hidden />
          {t('Show the differences')}
        </Button>
        <Button onClick={() => editor.store.setState({ foreign: 'accepted' })}>{t('Allow this one')}</Button>
      </div>
    </section>
  );
}

const PINNED = 'pinned';

function compare(surface: Surface, state: EditorState, pinnedText: string): void {
  const current = draftKeyOf(state.draft.id);
  openDialog('differences', {
    surface,
    sources: [
      { kind: 'text', key: PINNED, label: t('The workflow of {name}', { name: surface.name }), text: pinnedText },
      {
        kind: 'text',
        key: current,
        label: t('This draft, {title}', { title: state.draft.title }),
        text: workflowText(state),
      },
    ],
    before: PINNED,
    after: current,
  });
}
