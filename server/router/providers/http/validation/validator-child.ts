import { guardMemory } from '../../../../child-process/memory-guard';
import { serveRequests } from '../../../../child-process/serial-child';
import { validatorResponses } from './validate-protocol';

// Child process that validates untrusted bodies by untrusted schemas, which may never terminate.

guardMemory();
serveRequests(validatorResponses());
