import { SearchField } from '@/shared/search-field';

interface JobSearchProps {
  value: string;
  onChange: (value: string) => void;
}

/** The words to look for among the jobs. */
export function JobSearch(props: JobSearchProps) {
  return <SearchField {...props} label="Search jobs" placeholder="Search name, class, id, error…" />;
}
