import { AlignLeft, Copy } from 'lucide-react';
import type { RefObject } from 'react';
import { classNames } from '@/lib/class-names';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { TextArea } from '@/ui/input/text-input';

/** Why a text is not used. */
export interface JsonTextProblem {
  /** Whole sentences. */
  message: string;
  /** Of its first wrong character; `null` if the problem is not at one place. */
  offset: number | null;
}

interface JsonTextAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  label: string;
  /** What is copied, as the message says. */
  copyName: string;
  text: string;
  problem: JsonTextProblem | null;
  onText: (text: string) => void;
  /** Called when the focus leaves the text. */
  onLeave?: () => void;
  /** Replaces the text by that of the form. */
  onDiscard: () => void;
  /** Replaces the text by a readable one with line breaks. */
  onFormat: () => void;
  /** Returns what is copied. */
  copied: () => string;
}

export function selectPart(area: HTMLTextAreaElement | null, start: number, end: number): void {
  area?.focus();
  area?.setSelectionRange(start, end);
}

/** The input as JSON text, beside its form. Text that cannot be read stays as typed. */
export function JsonTextArea({
  area,
  label,
  copyName,
  text,
  problem,
  onText,
  onLeave,
  onDiscard,
  onFormat,
  copied,
}: JsonTextAreaProps) {
  const offset = problem?.offset ?? null;
  return (
    <>
      <TextArea
        ref={area}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby="json-status"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={onLeave}
        className="max-h-none min-h-64 flex-1 resize-none font-mono text-sm"
      />
      <div className="flex flex-wrap items-center gap-2">
        <p
          id="json-status"
          role="status"
          className={classNames('min-w-0 flex-1 text-sm', problem ? 'basis-56 text-bad' : 'text-faint')}
        >
          {problem ? problem.message : t('{size}, readable', { size: formatBytes(text.length) })}
        </p>
        {problem ? (
          <>
            {offset === null ? null : (
              <Button size="sm" onClick={() => selectPart(area.current, offset, offset + 1)}>
                {t('Go to error')}
              </Button>
            )}
            <Button
              size="sm"
              tone="ghost"
              onClick={() => {
                onDiscard();
                // The button goes with the problem.
                area.current?.focus();
              }}
            >
              {t('Discard changes')}
            </Button>
          </>
        ) : (
          <Button size="sm" tone="ghost" onClick={onFormat}>
            <AlignLeft aria-hidden />
            {t('Format')}
          </Button>
        )}
        <Button size="sm" tone="ghost" onClick={() => void copyText(copied(), copyName)}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      </div>
    </>
  );
}
