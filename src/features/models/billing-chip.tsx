import { CircleCheck, CircleDollarSign, CircleHelp } from 'lucide-react';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import { msg, t } from '@/lib/i18n/messages';
import { Chip } from '@/ui/chip';

const FACTS = {
  no: {
    tone: 'neutral',
    icon: <CircleCheck aria-hidden />,
    words: msg('Refusals are free'),
    title: msg('A call that this model refuses on content-policy grounds is not charged.'),
  },
  yes: {
    tone: 'warn',
    icon: <CircleDollarSign aria-hidden />,
    words: msg('Refusals cost money'),
    title: msg('A call that this model refuses on content-policy grounds is charged.'),
  },
  maybe: {
    tone: 'neutral',
    icon: <CircleHelp aria-hidden />,
    words: msg('Refusals may cost money'),
    title: msg('The catalog does not say whether a call that this model refuses on content-policy grounds is charged.'),
  },
} as const;

/** Chip for the only billing fact in the catalog. There are no prices to show. */
export function BillingChip({ billing, className }: { billing: ModelEntry['billing']; className?: string }) {
  const { tone, icon, words, title } = FACTS[chargesOnPolicyRejection(billing)];
  return (
    <Chip tone={tone} icon={icon} title={t(title)} {...(className ? { className } : {})}>
      {t(words)}
    </Chip>
  );
}
