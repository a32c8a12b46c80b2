import { CircleCheck, CircleDollarSign, CircleHelp } from 'lucide-react';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import { Chip } from '@/ui/chip';

const FACTS = {
  no: {
    tone: 'neutral',
    icon: <CircleCheck aria-hidden />,
    words: 'Refusals are free',
    title: 'A call that this model refuses on content-policy grounds is not charged.',
  },
  yes: {
    tone: 'warn',
    icon: <CircleDollarSign aria-hidden />,
    words: 'Refusals cost money',
    title: 'A call that this model refuses on content-policy grounds is charged.',
  },
  maybe: {
    tone: 'neutral',
    icon: <CircleHelp aria-hidden />,
    words: 'Refusals may cost money',
    title: 'The catalog does not say whether a call that this model refuses on content-policy grounds is charged.',
  },
} as const;

/** Chip for the only billing fact in the catalog. There are no prices to show. */
export function BillingChip({ billing, className }: { billing: ModelEntry['billing']; className?: string }) {
  const { tone, icon, words, title } = FACTS[chargesOnPolicyRejection(billing)];
  return (
    <Chip tone={tone} icon={icon} title={title} {...(className ? { className } : {})}>
      {words}
    </Chip>
  );
}
