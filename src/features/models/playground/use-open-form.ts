import { useEffect, useMemo } from 'react';
import { isObject } from '@contract/json/json-values';
import { parseJson } from '@contract/json/lossless';
import type { Surface } from '@/api/surface';
import { isSameJson } from '@/shared/differences/same-json';
import {
  handOver,
  takeOver,
  useHandOvers,
  type FilledIn,
  type ModelValue,
  type OpenModelForm,
} from '@/shared/dialog-requests/hand-overs';
import { reportFilledIn } from '@/shared/generation-inputs/fill-in-form';
import type { FormSession } from '../form/state/form-session';
import type { Field } from '../schema/field';

interface OpenForm {
  surface: Surface;
  modelId: string;
  session: FormSession;
  /** Shows the form, which narrow windows hide beside a result. Stable. */
  onFillIn: () => void;
}

/** Lets results on the page fill in the form, and fills in what a result on another page has handed over. */
export function useOpenForm({ surface, modelId, session, onFillIn }: OpenForm): OpenModelForm {
  const form = useMemo(
    (): OpenModelForm => ({
      defaultAt: (path) => fieldAt(session.root, path)?.defaultValue,
      hasInput: (path) => fieldAt(session.root, path) !== undefined,
      set(values) {
        onFillIn();
        return setValues(session, values);
      },
      replace(text) {
        onFillIn();
        return fillIn(session, 1, () => session.replace(text));
      },
    }),
    [session, onFillIn],
  );
  useEffect(() => {
    handOver('openModelForm', form);
    const { modelValues: held } = useHandOvers.getState();
    if (held?.surfaceId === surface.id && held.modelId === modelId) {
      takeOver('modelValues');
      // The page shows its form at first; another navigation would close the message.
      reportFilledIn(setValues(session, held.values), { name: held.name });
    }
    return () => {
      if (useHandOvers.getState().openModelForm === form) handOver('openModelForm', null);
    };
  }, [surface.id, modelId, session, form]);
  return form;
}

function setValues(session: FormSession, values: readonly ModelValue[]): FilledIn {
  return fillIn(session, values.length, () => {
    for (const { path, value } of values) session.set(path, value);
  });
}

function fillIn(session: FormSession, found: number, fill: () => void): FilledIn {
  const before = session.text;
  fill();
  return { found, changed: countChanged(before, session.text), undo: () => session.replace(before) };
}

function fieldAt(field: Field, path: readonly string[]): Field | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return field;
  const child = field.kind === 'object' ? field.fields().find((one) => one.name === name) : undefined;
  return child && fieldAt(child, rest);
}

function countChanged(before: string, after: string): number {
  const [old, next] = [before, after].map((text) => parseJson(text));
  if (!isObject(old) || !isObject(next)) return isSameJson(old, next) ? 0 : 1;
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !isSameJson(old[name], next[name]))
    .length;
}
