import type { JobSummary, SummarySpan } from '@/api/jobs/summary-query';
import { BarSparkline } from '@/ui/bar-sparkline';
import { summaryBars } from './summary-bars-model';
import type { Figure } from './summary-model';

interface SummaryBarsProps {
  summary: JobSummary;
  span: SummarySpan;
  name: Figure['name'];
  className: string;
}

/** How a figure came about over the span. */
export function SummaryBars({ summary, span, name, className }: SummaryBarsProps) {
  return <BarSparkline bars={summaryBars(summary, span, name)} className={className} />;
}
