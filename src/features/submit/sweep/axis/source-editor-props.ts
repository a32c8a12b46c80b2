import type { FormField } from '../../draft/form-model';
import type { InputAxis } from '@/domains/drafts/sweep-form';

/** Common to the editors of all sources of values. */
export interface SourceEditorProps {
  axis: InputAxis;
  field: FormField;
  hasAutofocus: boolean;
  onChange: (change: Partial<InputAxis>) => void;
}
