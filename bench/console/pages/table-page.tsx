import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

interface JobsResponse {
  jobs: readonly { id: string; status: string; created_at: string; labels?: Readonly<Record<string, string>> }[];
}

/** The whole page: reads a list of jobs, and shows it as a plain table. */
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <h1>Jobs</h1>
    <JobTable />
  </QueryClientProvider>,
);

function JobTable() {
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: async () => (await fetch('../jobs.json')).json() as Promise<JobsResponse>,
  });
  return (
    <table>
      <tbody>
        {data?.jobs.map((job) => (
          <tr key={job.id} data-row-id={job.id}>
            <td>{job.labels?.['flowdeck_title']}</td>
            <td>{job.status}</td>
            <td>{new Date(job.created_at).toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
