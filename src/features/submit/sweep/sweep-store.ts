import type { JsonValue } from '@contract/json/lossless';
import { MAX_AXES } from '@/domains/batches/batch-plan';
import type { FormField } from '../draft/form-model';
import { openSession } from '../draft/session/open-sessions';
import { useEditor } from '../draft/session/session-context';
import type { SweepRequest } from '../draft/session-state';
import { plannedAxes, type CsvAxis, type InputAxis, type SweepAxis, type SweepForm } from '@/domains/drafts/sweep-form';
import { withoutRow } from './plan/fixed-axis';
import { withoutAxis } from './plan/linked-axes';
import { newInputAxis, newSweep, withCurrentText } from './plan/sweep-form';

/** The planned sweep is part of the draft, and thus stored with it. */

const EMPTY = newSweep();

export function useSweepForm(): SweepForm {
  return useEditor(({ draft }) => draft.sweep ?? EMPTY);
}

export function sweepFormOf(draftId: string): SweepForm {
  return openSession(draftId)?.editor.state.draft.sweep ?? EMPTY;
}

/** Changes the sweep of an open draft; does nothing once the draft is deleted. */
export function changeSweep(draftId: string, change: (form: SweepForm) => SweepForm): void {
  const session = openSession(draftId);
  if (!session) return;
  const sweep = change(session.editor.state.draft.sweep ?? EMPTY);
  // A plan without any values does not make a draft worth listing.
  session.editor.editDraft((draft) => ({ ...draft, sweep }), plannedAxes(sweep) > 0);
}

/** Adds an axis. One that has an input, or a table, takes the place of one that is still without. */
export function addAxis(draftId: string, axis: SweepAxis): void {
  changeSweep(draftId, (form) => {
    const axes = isOpen(axis) ? form.axes : form.axes.filter((one) => !isOpen(one));
    return axes.length < MAX_AXES ? { ...form, axes: [...axes, axis] } : form;
  });
}

function isOpen(axis: SweepAxis): boolean {
  return axis.kind === 'input' && axis.fieldKey === null;
}

export function removeAxis(draftId: string, axisId: string): void {
  changeSweep(draftId, (form) => withoutAxis(form, axisId));
}

export function changeInputAxis(draftId: string, axisId: string, change: (axis: InputAxis) => InputAxis): void {
  changeSweep(draftId, (form) => ({
    ...form,
    axes: form.axes.map((axis) => (axis.kind === 'input' && axis.id === axisId ? change(axis) : axis)),
  }));
}

export function changeCsvAxis(draftId: string, axisId: string, change: (axis: CsvAxis) => CsvAxis): void {
  changeSweep(draftId, (form) => ({
    ...form,
    axes: form.axes.map((axis) => (axis.kind === 'csv' && axis.id === axisId ? change(axis) : axis)),
  }));
}

export function removeFixedRow(draftId: string, axisId: string, index: number): void {
  changeSweep(draftId, (form) => ({
    ...form,
    axes: form.axes.map((axis) => (axis.kind === 'fixed' && axis.id === axisId ? withoutRow(axis, index) : axis)),
  }));
}

/**
 * Adds the axis that opening the dialog asks for: one for the requested input, or a first one to fill in.
 * @param current value of the requested input
 */
export function startSweep(
  draftId: string,
  { isHint }: SweepRequest,
  field: FormField | null,
  current: JsonValue | undefined,
): void {
  const { axes } = sweepFormOf(draftId);
  const isThere = axes.some((axis) =>
    axis.kind === 'csv'
      ? axis.columns.includes(field?.key ?? '')
      : axis.kind === 'input' && axis.fieldKey === field?.key,
  );
  const isFilled = field !== null && axes.some(isOpen);
  if (axes.length > 0 && (isThere || (isHint && !isFilled))) return;
  addAxis(draftId, withCurrentText(newInputAxis(crypto.randomUUID(), field, randomSource()), current));
}

const MAX_SOURCE = 1_000_000;

/** A short number: users may note it down and enter it again. */
export function randomSource(): string {
  return String(Math.floor(Math.random() * MAX_SOURCE));
}
