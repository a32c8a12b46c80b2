import { bodyValidator, type BodyValidator } from '@/features/models/schema/validation/body-validator';
import { messageOf } from '@/lib/message-of';
import { onPageMessage } from '@/lib/i18n/worker-language';
import type { BodyCheckReply, BodyCheckRequest } from './body-check-protocol';

const reply = (message: BodyCheckReply) => self.postMessage(message);

let validator: BodyValidator | null = null;

onPageMessage<BodyCheckRequest>((data) => {
  const id = data.kind === 'check' ? data.id : null;
  try {
    if (data.kind === 'prepare') {
      validator = bodyValidator(data.document, { patterns: data.patterns });
      // The first run is slow; it must not count against the time limit of the first body.
      validator.check('{}');
      reply({ kind: 'ready' });
    } else if (validator) {
      reply({ kind: 'checked', id: data.id, faults: validator.check(data.body) });
    }
  } catch (error) {
    reply({ kind: 'failed', id, message: messageOf(error) });
  }
});
