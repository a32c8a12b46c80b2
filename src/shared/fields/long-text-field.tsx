import type { KeyboardEventHandler } from 'react';
import { useSnippets } from '@/shared/snippets/use-snippets';
import { TextArea } from '@/ui/input/text-input';
import { FieldFrame, type FrameProps } from './field-frame';
import type { TextBinding } from './number-field';

interface LongTextFieldProps extends TextBinding {
  frame: FrameProps;
  /** For keys that edit the text. */
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement> | undefined;
  /** Called before and after an edit that is undone separately. */
  onEditGroup?: (() => void) | undefined;
}

/** Text of several lines, with snippets. */
export function LongTextField({
  frame,
  text,
  onText,
  onLeave,
  onKeyDown,
  onEditGroup,
  placeholder = '',
  readOnly = false,
}: LongTextFieldProps) {
  const { box, button, layers, props, onChange, takeKey } = useSnippets({ label: frame.label, onInsert: onEditGroup });
  const actions = readOnly ? (
    frame.actions
  ) : (
    <>
      {frame.actions}
      {button}
    </>
  );
  return (
    <FieldFrame frame={{ ...frame, actions }}>
      {(control) => (
        <>
          <TextArea
            {...control}
            {...props}
            ref={box}
            value={text}
            placeholder={placeholder}
            readOnly={readOnly}
            onBlur={(event) => {
              props.onBlur(event);
              onLeave();
            }}
            onChange={(event) => {
              onText(event.target.value);
              onChange(event);
            }}
            onKeyDown={(event) => {
              if (takeKey(event)) {
                event.preventDefault();
                event.stopPropagation();
              } else onKeyDown?.(event);
            }}
          />
          {layers}
        </>
      )}
    </FieldFrame>
  );
}
