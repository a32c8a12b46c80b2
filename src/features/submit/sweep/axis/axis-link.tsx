import type { SweepAxis } from '@/domains/drafts/sweep-form';
import { t } from '@/lib/i18n/messages';
import { Select } from '@/ui/input/select';
import { useSession } from '../../draft/session/session-context';
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
      aria-label={t('Combination of axis {number}', { number: index + 1 })}
      className="w-full"
      value={leader === index ? FREE : (axes[leader]?.id ?? FREE)}
      options={[
        { value: FREE, label: t('Every combination') },
        ...leaders.map((first) => ({
          value: axes[first]?.id ?? '',
          label: togetherText(first + 1, built.axes[first]?.label ?? ''),
        })),
      ]}
      onValueChange={(to) =>
        changeSweep(editor.state.draft.id, (form) => withLink(form, axis.id, to === FREE ? null : to))
      }
    />
  );
}

function togetherText(number: number, label: string): string {
  return label === ''
    ? t('Together with axis {number}', { number })
    : t('Together with axis {number} ({label})', { number, label });
}
