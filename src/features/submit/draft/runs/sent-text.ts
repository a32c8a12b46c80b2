import { readWorkflow } from '@contract/workflow/graph';
import { filledText, fillIn, hasChoices, runMoment, type FillIns } from '@/domains/drafts/fill-ins';
import { canBeDrawn, drawWildcards, namedLists, type NamedList } from '@/domains/wildcards/draw-wildcards';
import { random64 } from '@/lib/seed';
import { readWildcardLists } from '@/domains/wildcards/wildcard-lists';
import type { WildcardLists } from '@/domains/wildcards/wildcards';
import { workflowText, type EditorState } from '../editor-state';
import { mayNameLists } from '../form-model';
import type { SessionState } from '../session-state';
import { hasMovingSeed, withValue } from './plan-runs';

/**
 * Returns a workflow of the draft with one value of each wildcard list that its texts name. Drawn again by each call, so that the inputs
 * of a job say which value it ran with. Reads the texts from the workflow: those in the form may have changed since the click.
 */
export function withDrawnLists({ form }: Pick<EditorState, 'form'>, text: string, lists: WildcardLists): string {
  const read = text.includes('__') ? readWorkflow(text) : null;
  if (!read?.ok) return text;
  let drawn = text;
  for (const field of form.fields.values()) {
    const value = read.graph.get(field.nodeId)?.inputs[field.name];
    if (!mayNameLists(field, value)) continue;
    const sent = drawWildcards(value, lists, random64);
    if (sent !== value) drawn = withValue(drawn, field, sent);
  }
  return drawn;
}

/** Returns the lists that a run draws from, also before the page has read them: a name would be sent as it is written. */
export async function listsToDraw({ wildcards }: Pick<SessionState, 'wildcards'>): Promise<WildcardLists> {
  return wildcards ?? (await readWildcardLists());
}

/** Returns what one run would send of the draft: all that differs between runs is drawn and filled in. */
export function sentText(state: EditorState, lists: WildcardLists, text = workflowText(state)): string {
  return fillIn(withDrawnLists(state, text, lists), state.draft.fillIns, runMoment());
}

/** Returns true if several runs of the draft differ: by a seed, or by values that each run draws. */
export function runsDiffer(state: SessionState): boolean {
  return hasMovingSeed(state) || drawsValues(state);
}

/** Returns true if runs of the same inputs can differ, since each draws values of its own. */
export function drawsValues({ form, values, draft, wildcards }: SessionState): boolean {
  return [...form.fields.values()].some((field) => {
    const value = values.get(field.key);
    if (mayNameLists(field, value) && namedLists(value, wildcards ?? {}).some(({ varies }) => varies)) return true;
    return draft.fillIns?.[field.key] === 'prompt' && typeof value === 'string' && hasChoices(value);
  });
}

/**
 * Returns a sent workflow to compare with the draft: texts that a run can have made of those of the draft are as in the draft.
 * @param fillIns absent: nothing was filled in
 */
export function withoutDrawn(
  { form, values, graph }: Pick<EditorState, 'form' | 'values' | 'graph'>,
  lists: WildcardLists,
  sent: string,
  fillIns?: FillIns,
): string {
  const read = readWorkflow(sent);
  if (!read.ok) return sent;
  let text = sent;
  for (const field of form.fields.values()) {
    const value = read.graph.get(field.nodeId)?.inputs[field.name];
    const written = values.get(field.key);
    if (typeof value !== 'string' || typeof written !== 'string' || value === written) continue;
    const kind = fillIns?.[field.key];
    const isFilled = kind !== undefined && filledText(kind, written, graph, runMoment()) !== written;
    if (isFilled || (mayNameLists(field, written) && canBeDrawn(written, lists, value))) {
      text = withValue(text, field, written);
    }
  }
  return text;
}

/** The lists whose values a run of the draft draws, in form order. @param except inputs that get other values */
export function drawnLists(
  { form, values }: Pick<EditorState, 'form' | 'values'>,
  lists: WildcardLists,
  except: ReadonlySet<string> = new Set(),
): NamedList[] {
  const found = new Map<string, NamedList>();
  for (const field of form.fields.values()) {
    const value = values.get(field.key);
    if (except.has(field.key) || !mayNameLists(field, value)) continue;
    for (const list of namedLists(value, lists)) if (list.problem === null) found.set(list.name, list);
  }
  return [...found.values()];
}
