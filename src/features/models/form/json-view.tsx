import { useRef } from 'react';
import { findValue, parseJson, stringifyJson } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { JsonTextArea, selectPart } from '@/shared/fields/json-text-area';
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
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {note ? <p className="text-muted">{t('The body is written as JSON: {note}.', { note })}</p> : null}
      <JsonTextArea
        area={area}
        label={t('Body as JSON')}
        copyName={t('Body')}
        text={text}
        problem={
          unread && {
            message: `${unread.message}. ${t('The form shows the last valid input.')}`,
            offset: unread.offset,
          }
        }
        onText={(next) => editText(session, next)}
        onDiscard={() => session.dropUnread()}
        onFormat={() => editText(session, stringifyJson(parseJson(text), 2))}
        copied={() => unread?.text ?? session.text}
      />
      <ErrorNotice
        onGo={(path) => {
          const span = findValue(text, path);
          if (span) selectPart(area.current, span.start, span.end);
        }}
      />
    </div>
  );
}
