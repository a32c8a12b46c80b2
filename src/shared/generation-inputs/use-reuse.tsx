import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import { asLink, readWorkflow, type Graph } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import type { Draft } from '@/domains/drafts/draft';
import { listDrafts } from '@/domains/drafts/drafts';
import { hasInput, matchingInputs, type ReusedValue } from '@/domains/generation-inputs/matching-inputs';
import { t } from '@/lib/i18n/messages';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { fillInForm } from './fill-in-form';
import { openAsDraft } from './open-as-draft';
import type { OfferForValues, ShownValue } from './value-actions';
import { nameWithValue } from './value-text';

interface ReuseSource {
  surface: Surface;
  job: Pick<ListedJob, 'id' | 'urls'>;
  /** Title of a new draft. */
  title: string;
  graph: Graph;
}

interface Reuse {
  /** Whether the values go into the form on the same page. */
  isOpen: boolean;
  values: OfferForValues;
  all: () => Promise<void>;
}

/**
 * Reuses inputs of jobs: in the open draft, else in the newest one of the same workflow, else in the newest one that has inputs of the
 * same meaning, else in a new one.
 */
export function useReuse(): (source: ReuseSource) => Reuse {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useHandOvers(({ openForm }) => openForm);
  return ({ surface, job, title, graph }) => {
    const show = (draftId: string, node?: string) =>
      navigate({
        to: '/$surface/submit/$draftId',
        params: { surface: surface.id, draftId },
        search: node === undefined ? {} : { node },
      });
    const openAll = async () => {
      const draftId = await openAsDraft(client, surface, job, title);
      if (draftId) await show(draftId);
    };
    const reuseInDraft = async (name: string, values: readonly ReusedValue[]) => {
      const found = await findDraft(surface.id, values);
      if (!found) return openAll();
      const { draft, nodeId } = found;
      handOver('reusedValues', { draftId: draft.id, title: draft.title, name, values });
      return show(draft.id, nodeId);
    };
    return {
      isOpen: form !== null,
      values(name, shown) {
        const values = reusedValues(graph, shown);
        const named = nameWithValue(name, shown);
        const isMissing = form !== null && !form.hasInputFor(values);
        return {
          label: form ? t('Reuse in this draft') : t('Reuse in a draft'),
          icon: <RefreshCw aria-hidden />,
          disabledReason: isMissing ? t('This draft has no such input.') : null,
          onSelect: () => (form ? fillInForm(form, values, { name: named }) : void reuseInDraft(named, values)),
        };
      },
      all: async () => (form ? fillInForm(form, writtenValues(graph), { name: null }) : openAll()),
    };
  };
}

/** A LoRA has its strengths in other inputs of its node. */
function reusedValues(graph: Graph, shown: readonly ShownValue[]): ReusedValue[] {
  return shown.flatMap(({ nodeId, input, role, value }): ReusedValue[] => {
    const classType = graph.get(nodeId)?.classType ?? '';
    const reused = { nodeId, input, role, value, classType };
    if (role !== 'lora') return [reused];
    return [reused, ...writtenValues(graph, nodeId).filter((other) => other.input.startsWith('strength'))];
  });
}

function writtenValues(graph: Graph, only?: string): ReusedValue[] {
  return [...graph.values()].flatMap(({ id, classType, inputs }) =>
    only !== undefined && only !== id
      ? []
      : Object.entries(inputs).flatMap(([input, value]) =>
          asLink(value) ? [] : [{ nodeId: id, classType, input, role: null, value }],
        ),
  );
}

/** Returns `null` if no draft has such inputs. The newest draft of the workflow is usually the one that made the job. */
async function findDraft(
  surfaceId: string,
  values: readonly ReusedValue[],
): Promise<{ draft: Draft; nodeId: string } | null> {
  try {
    const drafts = (await listDrafts(surfaceId)).flatMap((draft) => {
      const result = readWorkflow(draft.text);
      return result.ok ? [{ draft, graph: result.graph }] : [];
    });
    for (const { draft, graph } of drafts) {
      const same = values.find((value) => hasInput(graph, value));
      if (same) return { draft, nodeId: same.nodeId };
    }
    for (const { draft, graph } of drafts) {
      const alike = matchingInputs(graph, values).find((place) => place !== null);
      if (alike) return { draft, nodeId: alike.nodeId };
    }
  } catch {
    // Without storage there are no drafts.
  }
  return null;
}
