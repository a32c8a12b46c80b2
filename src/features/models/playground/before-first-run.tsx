import type { ReactNode } from 'react';
import { chargesOnPolicyRejection, type ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { hasExample, LargeModelExample } from '../catalog/model-example';
import { modalityText } from '../modality-text';

const REFUSALS = { no: msg('free'), yes: msg('cost money'), maybe: msg('may cost money') };

/** Placeholder for the result: what to expect of the model, with an example if it has one. */
export function BeforeFirstRun({ surface, detail }: { surface: Surface; detail: ModelDetail }) {
  const details = useModelMetadata(surface).get(detail.id);
  const inputs = details?.inputModalities.map(modalityText).join(', ');
  const outputs = details?.outputModalities.map(modalityText).join(', ');
  return (
    <NoResult surface={surface} modelId={detail.id}>
      {inputs ? <Detail name={t('Takes')}>{inputs}</Detail> : null}
      {outputs ? <Detail name={t('Returns')}>{outputs}</Detail> : null}
      {details?.isLocal ? <Detail name={t('Runs on')}>{t('this computer')}</Detail> : null}
      {details?.isFree ? (
        <Detail name={t('Cost')}>{t('free')}</Detail>
      ) : (
        <Detail name={t('Refusals')}>{t(REFUSALS[chargesOnPolicyRejection(detail.billing)])}</Detail>
      )}
    </NoResult>
  );
}

/** @param children what is known of the model besides */
export function NoResult({ surface, modelId, children }: { surface: Surface; modelId: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto p-4 md:p-5">
      <div className="m-auto flex w-full max-w-[560px] flex-col gap-5 min-[1900px]:max-w-[720px]">
        {hasExample(surface, modelId) ? (
          <figure className="flex flex-col gap-2">
            <LargeModelExample
              surface={surface}
              modelId={modelId}
              className="overflow-hidden rounded-xl border border-line"
            />
            <figcaption className="text-sm text-faint">{t('Result of the example input')}</figcaption>
          </figure>
        ) : null}
        <div className="flex flex-col gap-1.5">
          <h2 className="text-lg font-semibold">{t('No result yet')}</h2>
          <p className="text-muted">
            {t(
              'Fill in the input and run the model. The call continues if you leave this page, and its result is kept on this device.',
            )}
          </p>
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t border-line pt-4">{children}</dl>
      </div>
    </div>
  );
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
