import { CalendarClock, RefreshCw } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { fullColor } from './color-text';
import { timestampOf, localText } from './date-text';
import type { ControlProps } from './field-frame';

interface FormatControlProps extends ControlProps {
  value: string;
  placeholder: string;
  readOnly: boolean;
  onBlur: () => void;
  onText: (text: string) => void;
}

/** Controls for text formats that the browser or a button supports better than a text field. */
export function FormatControl({
  format,
  title,
  isSent,
  ...control
}: FormatControlProps & { format: 'color' | 'uuid' | 'date-time'; title: string; isSent: boolean }) {
  switch (format) {
    case 'color':
      return <ColorControl {...control} title={title} />;
    case 'uuid':
      return <UuidControl {...control} title={title} />;
    case 'date-time':
      return <DateTimeControl {...control} isSent={isSent} />;
  }
}

/** Color as text, next to the color picker of the browser. */
function ColorControl({ title, onText, ...control }: FormatControlProps & { title: string }) {
  const shown = fullColor(control.value) ?? fullColor(control.placeholder) ?? '#808080';
  return (
    <div className="flex gap-2">
      <TextInput
        {...control}
        spellCheck={false}
        className="flex-1 font-mono"
        onChange={(event) => onText(event.target.value)}
      />
      <input
        type="color"
        aria-label={t('Pick {title}', { title })}
        value={shown}
        onChange={(event) => onText(event.target.value)}
        disabled={control.readOnly}
        className="h-8 w-10 shrink-0 cursor-pointer rounded-md border border-control bg-canvas p-1"
      />
    </div>
  );
}

function UuidControl({ title, onText, ...control }: FormatControlProps & { title: string }) {
  return (
    <div className="flex gap-2">
      <TextInput
        {...control}
        spellCheck={false}
        className="flex-1 font-mono"
        onChange={(event) => onText(event.target.value)}
      />
      <Button
        size="icon"
        aria-label={t('New {title}', { title })}
        title={t('Generate')}
        onClick={() => onText(crypto.randomUUID())}
      >
        <RefreshCw aria-hidden />
      </Button>
    </div>
  );
}

/**
 * Date and time input: picked in local time, sent with its UTC offset as RFC 3339 requires. Text that is not a valid timestamp
 * stays text.
 */
function DateTimeControl({ onText, value, isSent, ...control }: FormatControlProps & { isSent: boolean }) {
  const local = localText(value);
  if (local === null) {
    return (
      <TextInput
        {...control}
        value={value}
        spellCheck={false}
        className="font-mono"
        onChange={(event) => onText(event.target.value)}
      />
    );
  }
  return (
    <div className="flex gap-2">
      <TextInput
        {...control}
        type="datetime-local"
        step={1}
        title={isSent && value ? t('Sent as {value}', { value }) : undefined}
        className="flex-1"
        value={local}
        onChange={(event) => onText(timestampOf(event.target.value))}
      />
      <Button size="icon" aria-label={t('Now')} title={t('Now')} onClick={() => onText(timestampOf(new Date()))}>
        <CalendarClock aria-hidden />
      </Button>
    </div>
  );
}
