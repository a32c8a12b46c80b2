import type { Diagnostics } from '@contract/console/diagnostics';
import { callConsole } from '@/api/call-console';
import { LOCAL_SURFACE } from '@/api/surface';

/** What the gateway of this page says about itself for a bug report. @throws ApiError */
export function readDiagnostics(): Promise<Diagnostics> {
  return callConsole(LOCAL_SURFACE, 'getDiagnostics');
}
