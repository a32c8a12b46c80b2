import { RouterProblem } from './router-problem';

/**
 * What an account may do, where somebody else than its owner runs the router. The plain gateway belongs to one person and
 * has none of it; played hosted surfaces do (Model Router 5).
 */
export interface Entitlements {
  /** False: the router is not switched on for this account yet. */
  isEnabled(owner: string): boolean;
  /** A model that is not seen is not listed, not suggested, and answers `forbidden`. */
  maySee(owner: string, modelId: string): boolean;
  /** False: seen, and not run. */
  mayRun(owner: string, modelId: string): boolean;
  hasCredits(owner: string): boolean;
}

export const EVERYTHING: Entitlements = {
  isEnabled: () => true,
  maySee: () => true,
  mayRun: () => true,
  hasCredits: () => true,
};

/** @throws RouterProblem `not_enabled` */
export function demandEnabled(entitlements: Entitlements, owner: string): void {
  if (entitlements.isEnabled(owner)) return;
  throw new RouterProblem('not_enabled', 'The model router is not available to this account yet');
}

/** @throws RouterProblem `forbidden` */
export function demandSight(entitlements: Entitlements, owner: string, modelId: string): void {
  if (entitlements.maySee(owner, modelId)) return;
  throw new RouterProblem('forbidden', `This credential may not use ${modelId}`);
}

/** @throws RouterProblem `forbidden` or `insufficient_credits` */
export function demandRun(entitlements: Entitlements, owner: string, modelId: string): void {
  demandSight(entitlements, owner, modelId);
  if (!entitlements.mayRun(owner, modelId)) {
    throw new RouterProblem('forbidden', `This credential may view ${modelId} but not run it`);
  }
  if (!entitlements.hasCredits(owner)) {
    throw new RouterProblem('insufficient_credits', 'The account has no credits left to run this model');
  }
}
