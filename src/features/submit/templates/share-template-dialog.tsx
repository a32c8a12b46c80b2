import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Download, Link2 } from 'lucide-react';
import { useState } from 'react';
import { fieldKey } from '@/domains/drafts/field-key';
import type { PrivateValue } from '@/domains/templates/private-values';
import { LONG_LINK, MAX_LINK } from '@/domains/templates/template-link';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { shareTemplate } from './shared-text';
import { documentOf } from './template-document-of';
import { useSession } from '../draft/session/session-context';

interface ShareTemplateDialogProps {
  onClose: () => void;
}

/** Shares the form with its workflow as a link or a file, and says what is left out. */
export function ShareTemplateDialog({ onClose }: ShareTemplateDialogProps) {
  const { surface, editor } = useSession();
  const router = useRouter();
  const [document] = useState(() => documentOf(editor.state));
  const { data: shared, isError } = useQuery({
    queryKey: ['share', document],
    queryFn: () => {
      const { publicHref } = router.buildLocation({ to: '/$surface/submit', params: { surface: surface.id } });
      return shareTemplate(document, new URL(publicHref, location.origin).href);
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const length = shared?.url.length ?? 0;
  const isTooLong = length > MAX_LINK;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Share this template')}
      description={t(
        'The form with its whole workflow and current values. A link holds all of it after the # sign, which browsers do not send to servers.',
      )}
      actions={
        shared ? (
          <>
            <Button onClick={() => saveText(shared.text, shared.fileName, 'application/json')}>
              <Download aria-hidden />
              {t('Save as file')}
            </Button>
            <Button
              tone="primary"
              data-autofocus
              disabledReason={isTooLong ? t('Too long for a link. Save it as a file.') : null}
              onClick={() => void copyText(shared.url, t('Link'))}
            >
              <Link2 aria-hidden />
              {t('Copy link')}
            </Button>
          </>
        ) : null
      }
    >
      {isError ? (
        <p role="alert" className="text-bad">
          {t('This workflow could not be packed. Close this, undo the last change, and try again.')}
        </p>
      ) : shared ? (
        <div className="flex flex-col gap-4">
          <Field
            label={t('Link')}
            note={t('{count} characters', { count: formatInteger(length) })}
            error={
              isTooLong
                ? t('Too long for a link: browsers may refuse more than {count} characters. Save it as a file.', {
                    count: formatInteger(MAX_LINK),
                  })
                : undefined
            }
            hint={
              length > LONG_LINK && !isTooLong
                ? t('Some chat apps cut links over {count} characters. If it does not open, send the file.', {
                    count: formatInteger(LONG_LINK),
                  })
                : undefined
            }
          >
            {(control) => (
              <TextInput
                {...control}
                readOnly
                value={isTooLong ? '' : shared.url}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          <LeftOut values={shared.leftOut} />
        </div>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  );
}

function LeftOut({ values }: { values: readonly PrivateValue[] }) {
  const { editor } = useSession();
  if (values.length === 0)
    return <p className="text-muted">{t('Nothing is left out: it has no files and no known secrets.')}</p>;
  const { fields, outline } = editor.state.form;
  return (
    <div>
      <p className="font-semibold">{t('Left out, in the link and in the file')}</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {values.map(({ nodeId, input, kind }) => {
          const node = outline.find((one) => one.nodeId === nodeId)?.title ?? t('Node');
          const name = fields.has(fieldKey(nodeId, input)) ? input : t('A value');
          return (
            <li key={fieldKey(nodeId, input)} className="wrap-anywhere">
              {kind === 'file'
                ? t('{name} of {node} {nodeId}: a file, which whoever opens it chooses', { name, node, nodeId })
                : t('{name} of {node} {nodeId}: a secret, which whoever opens it types', { name, node, nodeId })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
