import { SegmentedControl } from '@/ui/segmented-control';
import type { JobsSearch } from '../jobs-search';

interface ServerScopeProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Whether the page shows the jobs of one server or of all. */
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
