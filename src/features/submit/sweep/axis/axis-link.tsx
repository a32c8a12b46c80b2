import type { SweepAxis } from '@/domains/drafts/sweep-form';
import { Select } from '@/ui/input/select';
import { useSession } from '../../draft/session-context';
import type { BuiltSweep } from '../plan/build-sweep';
import { linkGroups, withLink } from '../plan/linked-axes';
import { changeSweep } from '../sweep-store';

interface AxisLinkProps {
  axes: readonly SweepAxis[];
  index: number;
  built: BuiltSweep;
}

const FREE = 'free';

/** Whether the values of an axis are combined with those of the others, or advance together with one of them. */
export function AxisLink({ axes, index, built }: AxisLinkProps) {
  const { editor } = useSession();
  const axis = axes[index];
  const groups = linkGroups(axes);
  const leaders = groups.flatMap(([first = 0]) => (first < index ? [first] : []));
  if (!axis || leaders.length === 0) return null;
  const leader = groups.find((group) => group.includes(index))?.[0] ?? index;
  return (
    <Select
      aria-label={`Combination of axis ${index + 1}`}
      className="w-full"
      value={leader === index ? FREE : (axes[leader]?.id ?? FREE)}
      options={[
        { value: FREE, label: 'Every combination' },
        ...leaders.map((first) => ({
          value: axes[first]?.id ?? '',
          label: `Together with axis ${first + 1}${labelOf(built, first)}`,
        })),
      ]}
      onValueChange={(to) =>
        changeSweep(editor.state.draft.id, (form) => withLink(form, axis.id, to === FREE ? null : to))
      }
    />
  );
}

function labelOf({ axes }: BuiltSweep, index: number): string {
  const label = axes[index]?.label ?? '';
  return label === '' ? '' : ` (${label})`;
}
