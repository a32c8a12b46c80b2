import { cellLabels, type BatchPlan } from '@/domains/batches/batch-plan';

/** `cfg 7.5, steps 20` */
export function cellName(plan: BatchPlan, cell: number): string {
  return cellLabels(plan, cell).join(', ') || `Cell ${cell + 1}`;
}
