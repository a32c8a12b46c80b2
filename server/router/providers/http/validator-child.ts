import { guardMemory } from '../../../child-process/memory-guard';
import { answerQuestions } from '../../../child-process/serial-child';
import { validatorResponses } from './validate-protocol';

// The process that holds bodies of strangers to schemas of strangers: neither is sure to come to an end.

guardMemory();
answerQuestions(validatorResponses());
