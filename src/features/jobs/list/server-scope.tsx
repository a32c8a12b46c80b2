import { SegmentedControl } from '@/ui/input/segmented-control';
import type { JobsSearch } from '../filters/jobs-search';

interface ServerScopeProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Switches between the jobs of one server and of all. */
export function ServerScope({ search, onChange }: ServerScopeProps) {
  return (
    <SegmentedControl
      aria-label="Servers shown"
      value={search.scope ?? 'this'}
      options={[
        { value: 'this', label: 'This server' },
        { value: 'all', label: 'All servers' },
      ]}
      onValueChange={(value) => onChange({ scope: value === 'all' ? value : undefined, servers: undefined })}
    />
  );
}
