import { NO_DETAILS, type ModelAbout } from './model-about';
import type { RouterModel } from '../model-source';

interface ModelEntryDetails extends ModelAbout {
  id: string;
  isFree: boolean;
  /** `true` if the model can load loopback URLs of the gateway. */
  isLocal: boolean;
  /** Host for file uploads; `null` if there is none. */
  uploadHost: string | null;
  missingKeyOf: string | null;
}

/** Builds an entry of `GET /console/models`. */
export function aboutEntry(id: string, model: RouterModel): ModelEntryDetails {
  return {
    id,
    ...(model.about?.() ?? NO_DETAILS),
    isFree: model.isFree ?? false,
    isLocal: model.isLocal ?? false,
    uploadHost: model.upload?.()?.host ?? null,
    missingKeyOf: model.missingKeyOf?.() ?? null,
  };
}
