import { AlignLeft, Copy } from 'lucide-react';
import { useRef } from 'react';
import { findValue, parseJson, stringifyJson } from '@contract/json/lossless';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { TextArea } from '@/ui/input/text-input';
import { editText, shownText } from './state/shown-text';
import { ErrorNotice } from './errors/error-notice';
import { useForm, useFormParts } from './state/form-context';

/** The body as JSON text. Invalid text stays as typed, and the fields keep the last valid value. */
export function JsonView({ note = '' }: { note?: string }) {
  const { session } = useFormParts();
  const body = useForm((state) => state.body);
  const unread = useForm((state) => state.unread);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = unread?.text ?? shownText(body);
  const select = (start: number, end: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {note ? <p className="text-muted">{t('The body is written as JSON: {note}.', { note })}</p> : null}
      <TextArea
        ref={area}
        aria-label={t('Body as JSON')}
        aria-invalid={unread ? true : undefined}
        aria-describedby="json-status"
        spellCheck={false}
        value={text}
        onChange={(event) => editText(session, event.target.value)}
        className="max-h-none min-h-64 flex-1 resize-none font-mono text-sm"
      />
      <div className="flex flex-wrap items-center gap-2">
        <p
          id="json-status"
          role="status"
          className={unread ? 'min-w-0 flex-1 text-sm text-bad' : 'min-w-0 flex-1 text-sm text-faint'}
        >
          {unread
            ? `${unread.message}. ${t('The form shows the last valid input.')}`
            : t('{size}, readable', { size: formatBytes(text.length) })}
        </p>
        {unread ? (
          <>
            <Button size="sm" onClick={() => select(unread.offset, unread.offset + 1)}>
              {t('Go to error')}
            </Button>
            <Button size="sm" tone="ghost" onClick={() => session.dropUnread()}>
              {t('Discard changes')}
            </Button>
          </>
        ) : (
          <Button size="sm" tone="ghost" onClick={() => editText(session, stringifyJson(parseJson(text), 2))}>
            <AlignLeft aria-hidden />
            {t('Format')}
          </Button>
        )}
        <Button size="sm" tone="ghost" onClick={() => void copyText(unread?.text ?? session.text, t('Body'))}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      </div>
      <ErrorNotice
        onGo={(path) => {
          const span = findValue(text, path);
          if (span) select(span.start, span.end);
        }}
      />
    </div>
  );
}
