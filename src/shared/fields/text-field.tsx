import { useId } from 'react';
import { TextInput } from '@/ui/input/text-input';
import { choiceLabel, type Choice } from './choice';
import { FieldFrame, type FrameProps } from './field-frame';
import { FormatControl } from './format-controls';
import { LongTextField } from './long-text-field';
import type { TextBinding } from './number-field';
import type { TextFormat } from './text-format';
import { valueText } from './typed-text';

const INPUT = {
  plain: { type: 'text' },
  uri: { type: 'url', inputMode: 'url', spellCheck: false },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  date: { type: 'date' },
  time: { type: 'text' },
  // Not offered to password managers: these are API keys of services.
  secret: { type: 'password', autoComplete: 'new-password', spellCheck: false },
} as const;

interface TextFieldProps extends TextBinding {
  frame: FrameProps;
  format: TextFormat;
  /** Suggested values in addition to free text. */
  suggestions?: readonly Choice[];
  /** The text is sent, not only shown as a default. */
  isSent?: boolean;
}

export function TextField({
  frame,
  format,
  suggestions,
  isSent = true,
  text,
  onText,
  onLeave,
  placeholder = '',
  readOnly = false,
}: TextFieldProps) {
  const suggestionsId = useId();
  const hasSuggestions = suggestions !== undefined && suggestions.length > 0;
  if (format === 'long') return <LongTextField {...{ frame, text, onText, onLeave, placeholder, readOnly }} />;
  return (
    <FieldFrame frame={frame}>
      {(control) => {
        const shared = { ...control, onBlur: onLeave, value: text, placeholder, readOnly };
        if (format === 'color' || format === 'uuid' || format === 'date-time') {
          return <FormatControl {...shared} format={format} title={frame.label} isSent={isSent} onText={onText} />;
        }
        return (
          <>
            <TextInput
              {...shared}
              {...INPUT[format]}
              list={hasSuggestions ? suggestionsId : undefined}
              onChange={(event) => onText(event.target.value)}
            />
            {hasSuggestions ? (
              <datalist id={suggestionsId}>
                {suggestions.map((choice) => (
                  <option key={valueText(choice.value)} value={valueText(choice.value)}>
                    {choice.description || choiceLabel(choice)}
                  </option>
                ))}
              </datalist>
            ) : null}
          </>
        );
      }}
    </FieldFrame>
  );
}
