import { Upload } from 'lucide-react';
import { useState } from 'react';
import { publishInput } from '@/features/models/form/media/publish-input';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { messageOf } from '@/lib/message-of';
import type { MediaField } from '../../schema/field';
import { useFormParts } from '../state/form-context';

interface LoopbackNoticeProps {
  field: MediaField;
  /** A URL that only this machine can load. */
  value: string;
}

/** Reports that a remote provider cannot load the file, and offers alternatives. */
export function LoopbackNotice({ field, value }: LoopbackNoticeProps) {
  const { session, surface, target } = useFormParts();
  const [state, setState] = useState<'idle' | 'uploading' | { problem: string }>('idle');
  const { uploadHost } = target;
  const upload = async () => {
    setState('uploading');
    try {
      const url = await publishInput(surface, target.modelId, value, new AbortController().signal);
      const known = session.store.getState().attachments.get(value);
      if (known) session.attach(url, known);
      session.replaceValue(field.path, value, url);
      announce(t('Uploaded to {host}', { host: uploadHost ?? '' }));
    } catch (error) {
      setState({ problem: messageOf(error) });
    }
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="text-sm text-warn">
        {t('This URL works on this machine only, so a remote provider cannot read it.')} {adviceFor(field, uploadHost)}
      </span>
      {uploadHost === null ? null : state === 'uploading' ? (
        <span role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner /> {t('Uploading to {host}', { host: uploadHost })}
        </span>
      ) : (
        <Button size="sm" onClick={() => void upload()}>
          <Upload aria-hidden /> {t('Upload to {host}', { host: uploadHost })}
        </Button>
      )}
      {typeof state === 'object' ? (
        <p role="alert" className="text-sm text-bad">
          {state.problem}
        </p>
      ) : null}
    </div>
  );
}

function adviceFor({ ways }: MediaField, uploadHost: string | null): string {
  if (ways.length > 1) return t('Choose the file again to send it inside the request.');
  return uploadHost === null ? t('Use a public URL instead.') : t('Upload it, or use a public URL.');
}
