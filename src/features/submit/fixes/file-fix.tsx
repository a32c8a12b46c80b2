import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { assetIdOf, assetTextOf, isAssetReference } from '@contract/workflow/asset-references';
import { storedBytesQuery } from '@/domains/assets/stored-bytes-query';
import { t } from '@/lib/i18n/messages';
import { useIncomingFile } from '@/shared/fields/field-files';
import { Button } from '@/ui/button';
import type { FormField } from '../draft/form-model';
import { isLost } from '../draft/lost-files';
import { useEditor, useSession } from '../draft/session/session-context';
import { focusAfterFix } from './focus-after-fix';

interface FileFix {
  label: string;
  apply: () => void;
}

/** Returns how a lost file comes back without choosing it again; `null` if neither this page nor the server has its bytes. */
export function useLostFileFix({ key }: FormField): FileFix | null {
  const { surface, uploads } = useSession();
  const value = useEditor((state) => state.values.get(key));
  const isGone = useEditor((state) => isLost(state.lostFiles, state.values.get(key)) || key in state.rejectedFields);
  const ownId = useEditor((state) => state.media[key]?.assetId);
  const reference = isGone && isAssetReference(value) ? value : null;
  const isHere = reference !== null && ownId === assetIdOf(reference) && uploads.files.fileOf(key) !== null;
  const hash = reference && !isHere ? assetTextOf(reference, 'hash') : null;
  const { data: isStored } = useQuery({ ...storedBytesQuery(surface, hash ?? ''), enabled: hash !== null });
  if (isHere) return { label: t('Upload again'), apply: () => uploads.retry(key) };
  return hash !== null && isStored ? { label: t('Use the stored copy'), apply: () => void uploads.restore(key) } : null;
}

/** Button of the summary for a file that is missing: brings it back, else opens the file picker. */
export function FileFixButton({ field }: { field: FormField }) {
  const { editor, uploads } = useSession();
  const lostFix = useLostFileFix(field);
  const { upload } = useIncomingFile(uploads.files, field.key);
  const hasFailed = upload?.phase === 'failed' || upload?.phase === 'canceled';
  const fix: FileFix | null = hasFailed ? { label: t('Try again'), apply: () => uploads.retry(field.key) } : lostFix;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const target = { nodeId: field.nodeId, fieldKey: field.key };
  const media = field.media ?? 'image';
  const label =
    fix?.label ??
    t('Choose {media, select, image {an image} audio {an audio file} video {a video} other {a file}}', { media });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={`${media}/*`}
        className="hidden"
        onChange={({ target: { files } }) => {
          const [file] = files ?? [];
          if (!file) return;
          focusAfterFix(editor, button.current, target);
          void uploads.attach(field.key, file);
        }}
      />
      <Button
        ref={button}
        size="sm"
        aria-label={t('{action} for {name}', { action: label, name: field.name })}
        onClick={(event) => {
          if (!fix) {
            input.current?.click();
            return;
          }
          focusAfterFix(editor, event.currentTarget, target);
          fix.apply();
        }}
      >
        {label}
      </Button>
    </>
  );
}
