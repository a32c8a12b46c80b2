import { create } from 'zustand';
import type { Surface } from '@/api/surface';

export interface CompareRequest {
  /** Two to four jobs of one or several servers. A `title` says how they differ; by default it is that of the job. */
  jobs: readonly { surface: Surface; id: string; title?: string }[];
}

/** Request to compare jobs; handled by the dialog of Jobs, which the shell renders over any page. */
export const useCompareRequest = create<{ request: CompareRequest | null }>(() => ({ request: null }));

export function openCompareDialog(request: CompareRequest | null): void {
  useCompareRequest.setState({ request });
}
