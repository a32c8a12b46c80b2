import { TextArea } from '@/ui/input/text-input';
import { FieldFrame, type FrameProps } from './field-frame';
import type { TextBinding } from './number-field';

interface JsonFieldProps extends TextBinding {
  frame: FrameProps;
  /** Why there is no better control; empty if any value is allowed. */
  reason?: string;
}

/** Any value as text: for types without a control, and values that do not fit their control. */
export function JsonField({ frame, text, onText, onLeave, placeholder, readOnly, reason = '' }: JsonFieldProps) {
  return (
    <FieldFrame frame={frame}>
      {(control) => (
        <>
          <TextArea
            {...control}
            rows={2}
            spellCheck={false}
            className="min-h-14 font-mono text-sm"
            value={text}
            placeholder={placeholder}
            readOnly={readOnly}
            onChange={(event) => onText(event.target.value)}
            onBlur={onLeave}
          />
          {reason === '' ? null : <p className="text-sm text-faint">{reason}</p>}
        </>
      )}
    </FieldFrame>
  );
}
