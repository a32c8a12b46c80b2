import type { Clock } from '../../../clock';
import { SerialChild } from '../../../child-process/serial-child';
import type { BuiltinModel } from './builtin-model';
import type { Computers } from './builtin-models';
import type { ComputeResponse, ComputeRequest } from './compute/run-computation';

const IDLE_MS = 60_000;
const TIMEOUT_MS = { quick: 120_000, long: 600_000 } as const;
const MAX_HEAP_MB = 1024;
/** Memory limit of the whole process. */
const MAX_MEMORY_MB = 1536;

/** Creates computers with processes that exit when idle. @param script path of the built `model-child` */
export function childComputers(script: string, clock: Clock): Computers {
  const computer = (pace: BuiltinModel['pace']) =>
    new SerialChild<ComputeRequest, ComputeResponse>({
      script,
      clock,
      idleMs: IDLE_MS,
      timeoutMs: TIMEOUT_MS[pace],
      maxHeapMb: MAX_HEAP_MB,
      maxMemoryMb: MAX_MEMORY_MB,
      addons: true,
      name: 'computing process',
      taskName: 'computation',
    });
  return { quick: computer('quick'), long: computer('long') };
}
