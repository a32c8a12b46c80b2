import type { SessionHost, SweepRequest } from './session-state';

export function openSweep({ store }: SessionHost, request: SweepRequest): void {
  store.setState({ sweep: { request, isApplied: false, reopened: null } });
}

export function closeSweep({ store }: SessionHost): void {
  store.setState({ sweep: null });
}
