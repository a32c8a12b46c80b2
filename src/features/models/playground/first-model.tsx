import type { ReactNode } from 'react';
import { stringifyJson } from '@contract/json/lossless';
import { LOCAL_SURFACE } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { WithoutList } from '@/ui/first-list';
import { Skeleton } from '@/ui/skeleton';
import { FirstModelList } from '../catalog/first-model-list';
import { hasExample } from '../catalog/model-example';
import { ANY_DETAILS, ANY_MODALITIES, firstDocuments } from '../catalog/first-models';
import { SchemaForm } from '../form/schema-form';
import { FormSession } from '../form/state/form-session';
import { ModalityChips } from '../modality-chips';
import { bodyText } from '../schema/body';
import { initialInput } from '../schema/initial-value';
import { compileForm } from '../schema/model-form';
import { Detail, NoResult } from './before-first-run';
import { ModelChips } from './model-header';
import { RunBar } from './model-run-bar';
import { StepTabs } from './step-tabs';

/**
 * Prerendered model page: rendered by the build and filled in by the gateway. Returning visitors may have a result, and may have
 * typed into the form, which the gateway does not know: `public/theme.js` hides both then.
 */
export function FirstModel({ loading }: { loading: ReactNode }) {
  return (
    <>
      <FirstModelList how="first" most={1}>
        {(entry) => (
          <>
            <StepTabs surface={LOCAL_SURFACE} isResult={false} active={0} />
            <div className="flex min-h-0 flex-1">
              <section className="flex min-h-0 min-w-0 flex-1 flex-col border-line bg-panel lg:max-w-[560px] lg:basis-2/5 lg:border-r">
                <FirstForm modelId={entry.id} />
              </section>
              <section className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas max-lg:hidden [[data-visited]_&]:invisible">
                <NoResult surface={LOCAL_SURFACE} modelId={entry.id}>
                  {hasExample(LOCAL_SURFACE, entry.id) ? <BuiltInDetails /> : null}
                </NoResult>
              </section>
            </div>
          </>
        )}
      </FirstModelList>
      <WithoutList>{loading}</WithoutList>
    </>
  );
}

/** What the model makes, in the header of the prerendered page. */
export function FirstChips() {
  return (
    <FirstModelList how="first" most={1}>
      {({ id }) => {
        const document = firstDocuments.get(id);
        return document === undefined ? null : (
          <ModelChips>
            <ModalityChips modalities={compileForm(document).outputModalities} />
          </ModelChips>
        );
      }}
    </FirstModelList>
  );
}

/** Form of a model whose document the build has, as the page opens it. */
function FirstForm({ modelId }: { modelId: string }) {
  const document = firstDocuments.get(modelId);
  if (document === undefined) return <FieldSkeletons />;
  const { root, example } = compileForm(document);
  const session = new FormSession(root, bodyText(initialInput(root)));
  return (
    <>
      <div className="contents [[data-visited]_&]:hidden">
        <SchemaForm
          session={session}
          surface={LOCAL_SURFACE}
          view="form"
          onViewChange={nothing}
          code={null}
          notice={root.description === '' ? <p className="mb-5 shrink-0 text-muted">{ANY_DETAILS.summary}</p> : null}
          onSubmit={nothing}
        />
        <RunBar
          surface={LOCAL_SURFACE}
          session={session}
          isFree
          exampleText={example === undefined ? null : stringifyJson(example, 2)}
          runs={[]}
          onRun={nothing}
          onCompare={nothing}
          onRunOn={nothing}
          onRunAnyway={nothing}
        />
      </div>
      <div className="hidden [[data-visited]_&]:contents">
        <FieldSkeletons />
      </div>
    </>
  );
}

const nothing = () => {};

function FieldSkeletons() {
  return (
    <>
      <div className="h-10 shrink-0 border-b border-line" />
      <div className="flex flex-col gap-5 p-5 max-md:p-4">
        <p className="text-muted empty:hidden">{ANY_DETAILS.summary}</p>
        <Skeleton className="h-24" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </>
  );
}

/** Same text as in `BeforeFirstRun` for a model that runs locally. */
function BuiltInDetails() {
  return (
    <>
      <Detail name={t('Takes')}>{ANY_MODALITIES.takes}</Detail>
      <Detail name={t('Returns')}>{ANY_MODALITIES.returns}</Detail>
      <Detail name={t('Runs on')}>{t('this computer')}</Detail>
      <Detail name={t('Cost')}>{t('free')}</Detail>
    </>
  );
}
