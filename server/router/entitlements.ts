import { routerError } from './router-error';

/**
 * Permissions of an account on a hosted router (Model Router 5). The gateway itself belongs to one user and needs none;
 * simulated hosted surfaces use them.
 */
export interface Entitlements {
  /** `false` if the router is not enabled for this account yet. */
  isEnabled(owner: string): boolean;
  /** `false` if the model is hidden: it is neither listed nor suggested, and requests get `forbidden`. */
  maySee(owner: string, modelId: string): boolean;
  /** `false` if the model is visible but must not be run. */
  mayRun(owner: string, modelId: string): boolean;
  hasCredits(owner: string): boolean;
}

export const EVERYTHING: Entitlements = {
  isEnabled: () => true,
  maySee: () => true,
  mayRun: () => true,
  hasCredits: () => true,
};

/** @throws HttpError `not_enabled` */
export function requireEnabled(entitlements: Entitlements, owner: string): void {
  if (entitlements.isEnabled(owner)) return;
  throw routerError('not_enabled', 'The model router is not available to this account yet');
}

/** @throws HttpError `forbidden` */
export function requireViewAccess(entitlements: Entitlements, owner: string, modelId: string): void {
  if (entitlements.maySee(owner, modelId)) return;
  throw routerError('forbidden', `This credential may not use ${modelId}`);
}

/** @throws HttpError `forbidden` or `insufficient_credits` */
export function requireRunAccess(entitlements: Entitlements, owner: string, modelId: string): void {
  requireViewAccess(entitlements, owner, modelId);
  if (!entitlements.mayRun(owner, modelId)) {
    throw routerError('forbidden', `This credential may view ${modelId} but not run it`);
  }
  if (!entitlements.hasCredits(owner)) {
    throw routerError('insufficient_credits', 'The account has no credits left to run this model');
  }
}
