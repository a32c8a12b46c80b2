/** The worker replies with the id once the time has passed. */
export interface TimerRequest {
  id: number;
  ms: number;
}
