import type { EngineChangeProblem } from '@contract/console/engine-probe';
import type { EngineEndpoint } from './engine';

/** Changes the engines of the configuration and applies the change at once. */
export interface EngineSetup {
  /**
   * Returns why engines cannot be changed, and what to add instead; `null` if they can.
   * @param url the engine that would be added
   */
  problemWith(url: string): EngineChangeProblem | null;
  /**
   * Adds an engine, unless one with this URL is configured. Returns why it could not.
   * @param inUse the engines in use: those that no configuration names stay in use
   */
  add(url: string, inUse: readonly EngineEndpoint[]): EngineChangeProblem | null;
  /** Removes an engine. Returns why it could not. @param inUse as for `add` */
  remove(name: string, inUse: readonly EngineEndpoint[]): EngineChangeProblem | 'not_found' | null;
}
