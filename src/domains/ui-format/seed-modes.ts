import type { JsonValue } from '@contract/json/lossless';
import { fieldKey } from '@/domains/drafts/field-key';
import type { SeedMode } from '@/domains/drafts/draft';

/** Widget beside a number that changes it after each run. Its value is saved, but is not part of the graph. */
export const CONTROL = 'control_after_generate';

interface ControlledInput {
  nodeId: string;
  input: string;
  control: JsonValue | undefined;
  /** Id of the primitive node that has the value; `null` if the node itself has it. */
  primitive: string | null;
}

/** Collects what the seeds of a workflow do after a run. */
export class SeedModes {
  private readonly found: (ControlledInput & { mode: SeedMode })[] = [];

  add(input: ControlledInput): void {
    const mode = modeOf(input.control);
    if (mode !== null) this.found.push({ ...input, mode });
  }

  /** By field key. Inputs with one primitive share its value: random ones would differ, so they are in `shared` instead. */
  read(): { modes: Record<string, SeedMode>; shared: { nodeId: string; input: string }[] } {
    const counts = new Map<string | null, number>();
    for (const { primitive } of this.found) counts.set(primitive, (counts.get(primitive) ?? 0) + 1);
    const isShared = ({ primitive, mode }: (typeof this.found)[number]) =>
      primitive !== null && mode === 'randomize' && (counts.get(primitive) ?? 0) > 1;
    const modes = this.found.filter((input) => !isShared(input));
    return {
      modes: Object.fromEntries(modes.map(({ nodeId, input, mode }) => [fieldKey(nodeId, input), mode])),
      shared: this.found.filter(isShared),
    };
  }
}

/** `null` for a fixed seed, and for controls of other widgets. */
function modeOf(control: JsonValue | undefined): SeedMode | null {
  return control === 'randomize' || control === 'increment' || control === 'decrement' ? control : null;
}
