import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { asLink, readWorkflow, type Graph } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import type { MainValue } from '@contract/workflow/generation-inputs/generation-inputs';
import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import { openAsDraft } from './open-as-draft';
import { OpenFormContext, writtenValues, type OpenForm, type ReusedValue } from './open-form';
import { valueText } from './value-text';
import { replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { Draft } from '@/domains/drafts/draft';
import { listDrafts, updateDraft } from '@/domains/drafts/drafts';
import { fieldKey } from '@/domains/drafts/field-key';

interface Reuse {
  /** Whether the values go into the form beside the result. */
  isOpen: boolean;
  seed: (seed: MainValue) => Promise<void>;
  all: () => Promise<void>;
}

/**
 * Reuses inputs of a job: in the open draft, else in the newest one of the same workflow, else in a new one.
 * @param title of a new draft
 */
export function useReuse(surface: Surface, job: Pick<ListedJob, 'id' | 'urls'>, title: string, graph: Graph): Reuse {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useContext(OpenFormContext);
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
  return {
    isOpen: form !== null,
    seed: async (seed) => {
      const { nodeId, input, value } = seed;
      const classType = graph.get(nodeId)?.classType ?? '';
      const done = t('Seed {seed} set', { seed: valueText(value) });
      if (form) return fillIn(form, [{ nodeId, classType, input, value }], done);
      const draft = await reuseSeed(surface.id, classType, seed);
      if (!draft) return openAll();
      showToast({ tone: 'ok', title: done, description: t('In the draft {title}.', { title: draft.title }) });
      return show(draft.id, nodeId);
    },
    all: async () => (form ? fillIn(form, writtenValues(graph), null) : openAll()),
  };
}

function fillIn(form: OpenForm, values: readonly ReusedValue[], done: string | null): void {
  const { found, changed } = form.fillIn(values);
  if (found === 0) {
    const description = t('The workflow has changed since this run. Nothing was changed.');
    showToast({ tone: 'neutral', title: t('This draft has no such inputs'), description });
  } else if (changed === 0) {
    showToast({ tone: 'neutral', title: t('The form already has these values') });
  } else {
    const title = done ?? t('{count, plural, one {# value} other {# values}} set', { count: changed });
    showToast({ tone: 'ok', title, description: t('Undo restores the previous values.') });
  }
}

/** Returns the draft with the seed, which is kept after runs; `null` if the draft has no such input. */
function withSeed(draft: Draft, classType: string, seed: MainValue): Draft | null {
  const { nodeId, input, value } = seed;
  const result = readWorkflow(draft.text);
  const node = result.ok ? result.graph.get(nodeId) : undefined;
  const before: JsonValue | undefined = node && Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;
  if (node?.classType !== classType || before === undefined || asLink(before)) return null;
  return {
    ...draft,
    text: replaceValue(draft.text, [nodeId, 'inputs', input], stringifyJson(value)),
    seedModes: { ...draft.seedModes, [fieldKey(nodeId, input)]: 'keep' },
    updatedAt: Date.now(),
  };
}

/**
 * Puts the seed into the newest draft of the same workflow, which is usually the one that made the job.
 * @returns that draft; `null` if there is none, or if it could not be saved
 */
async function reuseSeed(surfaceId: string, classType: string, seed: MainValue): Promise<Draft | null> {
  try {
    for (const draft of await listDrafts(surfaceId)) {
      const changed = withSeed(draft, classType, seed);
      if (changed) return (await updateDraft(changed)) === 'saved' ? changed : null;
    }
  } catch {
    // Without storage there are no drafts.
  }
  return null;
}
