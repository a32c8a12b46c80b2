import { createContext, useContext, type ComponentType } from 'react';
import { useStore } from 'zustand';
import type { JsonValue } from '@contract/json/lossless';
import type { Surface } from '@/api/surface';
import { valueIn } from '../../schema/body';
import type { Field, FieldPath } from '../../schema/field';
import type { FormSession, FormState } from './form-session';

export interface FieldViewProps<Kind extends Field = Field> {
  field: Kind;
  /** Whether the field around it shows its label, its state and its errors. */
  isBare?: boolean;
  /** Whether a bare field shows its default, since the field around it marks it as such. */
  showsDefault?: boolean;
}

/** Destination of the files of a form. */
export interface FileTarget {
  modelId: string;
  /** The model or its provider runs on the machine of the gateway, so it can load loopback URLs. */
  isLocal: boolean;
  /** Host that accepts uploads for a remote provider; `null` if there is none. */
  uploadHost: string | null;
}

export const NO_TARGET: FileTarget = { modelId: '', isLocal: false, uploadHost: null };

export interface FormParts {
  session: FormSession;
  /** Stores files that are sent by URL, and the library. */
  surface: Surface;
  /** Details of the model that concern its files. */
  target: FileTarget;
  /** Renders any field. Passed down, since fields are nested. */
  FieldView: ComponentType<FieldViewProps>;
}

export const FormContext = createContext<FormParts | null>(null);

export function useFormParts(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) throw new Error('A field stands outside of a form');
  return parts;
}

/** Re-renders only if the selected value changes: a keystroke renders one field, not the form. */
export function useForm<T>(select: (state: FormState) => T): T {
  return useStore(useFormParts().session.store, select);
}

export function useValue(path: FieldPath): JsonValue | undefined {
  return useForm((state) => valueIn(state.body.value, path));
}
