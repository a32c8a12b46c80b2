import { createContext, useContext, type ComponentType } from 'react';
import { useStore } from 'zustand';
import type { JsonValue } from '@contract/json/lossless';
import type { Surface } from '@/api/surface';
import { valueIn } from '../schema/body';
import type { Field, FieldPath } from '../schema/field';
import type { FormSession } from './form-session';
import type { FormState } from './form-state';

export interface FieldViewProps<Kind extends Field = Field> {
  field: Kind;
  /** Its label, its state and its faults are shown by the field around it. */
  isBare?: boolean;
  /** A bare field that shows its default all the same, because the field around it marks it as such. */
  showsDefault?: boolean;
}

/** Where the files of a form go. */
export interface FileTarget {
  modelId: string;
  /** The model or its provider runs on the machine of the gateway, so it can load loopback URLs. */
  isLocal: boolean;
  /** Where files can be uploaded for a remote provider; `null`: nowhere. */
  uploadHost: string | null;
}

export const NO_TARGET: FileTarget = { modelId: '', isLocal: false, uploadHost: null };

export interface FormParts {
  session: FormSession;
  /** Holds the files that are sent by address, and the library to choose from. */
  surface: Surface;
  /** The model, as far as its files are concerned. */
  target: FileTarget;
  /** Draws any field. Handed down, since fields hold fields. */
  FieldView: ComponentType<FieldViewProps>;
}

export const FormContext = createContext<FormParts | null>(null);

export function useFormParts(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) throw new Error('A field stands outside of a form');
  return parts;
}

/** Renders again only when what is selected changes: a keystroke draws one field, not the form. */
export function useForm<T>(select: (state: FormState) => T): T {
  return useStore(useFormParts().session.store, select);
}

export function useValue(path: FieldPath): JsonValue | undefined {
  return useForm((state) => valueIn(state.body.value, path));
}
