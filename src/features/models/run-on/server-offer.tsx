import { useId } from 'react';
import { useModelMetadata } from '@/domains/models/model-metadata';
import { routerOriginOf, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { isServerDown, serverDownText } from '@/shared/servers/server-failure';
import { Skeleton } from '@/ui/skeleton';
import { BillingChip } from '../billing-chip';
import { FitText } from './model-option';
import { isExactFit, type ModelOffer } from './offer-query';

interface ServerOfferProps {
  server: Surface;
  modelId: string;
  isChosen: boolean;
  /** `undefined` while loading; `null` if the server does not have the model. */
  offer: ModelOffer | null | undefined;
  error: Error | null;
  onChoose: () => void;
}

/** A server, and how the input fits its model. */
export function ServerOffer({ server, modelId, isChosen, offer, error, onChoose }: ServerOfferProps) {
  const id = useId();
  const isFree = useModelMetadata(server).get(modelId)?.isFree ?? false;
  return (
    <div className={classNames('rounded-lg px-3 py-2', isChosen ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <label className="flex min-h-7 items-center gap-2.5">
        <input
          type="radio"
          name={`server-${modelId}`}
          className="accent-accent"
          checked={isChosen}
          aria-describedby={id}
          onChange={onChoose}
        />
        <span className="min-w-0 flex-1 truncate font-medium">{server.name}</span>
        {offer && !isFree ? <BillingChip billing={offer.detail.billing} className="max-sm:hidden" /> : null}
      </label>
      <div id={id} className="flex flex-col gap-0.5 pl-6 text-sm text-muted">
        {error ? (
          <p className="wrap-anywhere text-bad">
            {isServerDown(error)
              ? serverDownText(error, server, new URL(routerOriginOf(server)).host)
              : t('The model could not be read there: {message}', { message: error.message })}
          </p>
        ) : offer === undefined ? (
          <Skeleton className="h-4 w-60" />
        ) : offer === null ? (
          <p>{t('This server does not have {modelId}.', { modelId })}</p>
        ) : isExactFit(offer.fit) && offer.fit.isDescribed ? (
          <p>{t('Takes the input as it is.')}</p>
        ) : (
          <>
            {offer.fit.isDescribed ? <p className="text-warn">{t('Its inputs differ there.')}</p> : null}
            <FitText fit={offer.fit} isTrimmed />
          </>
        )}
      </div>
    </div>
  );
}
