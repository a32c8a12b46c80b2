import { ChevronRight } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { classNames } from '@/lib/class-names';
import type { Field } from '../schema/field';
import { isWithin } from '../schema/path';
import { groupKey } from './fold-keys';
import { foldSummary } from './fold-summary';
import { useForm, useFormParts } from './form-context';
import { shownFaults } from './shown-faults';

interface GroupHeadingProps {
  /** The first of the group. */
  first: Field;
  /** All members of the object. */
  fields: readonly Field[];
}

/** Folds the fields below it away, up to the next heading. */
export function GroupHeading({ first, fields }: GroupHeadingProps) {
  const { session } = useFormParts();
  const key = groupKey(first);
  const isOpen = useForm(({ folds }) => folds[key] !== false);
  const members = useMemo(() => fields.filter(({ group }) => group === first.group), [fields, first.group]);
  const faults = useFaultsOf(members);
  // What is wrong came up outside of any event of this page, and may not stay hidden; the person may fold it again.
  useEffect(() => {
    if (faults !== '') session.fold(key, true);
  }, [session, key, faults]);
  return (
    <h3 className="min-w-0 font-semibold">
      <button
        type="button"
        aria-expanded={isOpen}
        className="-mx-1 flex min-h-8 w-full items-center gap-2 rounded-md px-1 text-left hover:bg-hover"
        onClick={() => session.fold(key, !isOpen)}
      >
        <ChevronRight
          aria-hidden
          className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
        />
        <span className="shrink-0">{first.group}</span>
        {isOpen ? null : (
          <span className="min-w-0 truncate text-sm font-normal text-faint">{foldSummary(members)}</span>
        )}
      </button>
    </h3>
  );
}

/** What is said to be wrong in these fields, as one text that changes with it. */
function useFaultsOf(members: readonly Field[]): string {
  const parent = members[0]?.path.slice(0, -1) ?? [];
  const names = useMemo(() => new Set(members.map(({ name }) => name)), [members]);
  return useForm((state) =>
    shownFaults(state)
      .filter(({ path }) => isWithin(path, parent) && names.has(String(path[parent.length])))
      .map(({ path, rule }) => `${path.join('/')} ${rule}`)
      .join(),
  );
}
