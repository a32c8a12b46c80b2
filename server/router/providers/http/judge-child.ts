import { guardMemory } from '../../../processes/memory-guard';
import { answerQuestions } from '../../../processes/serial-child';
import { judgeAnswers } from './judge-questions';

// The process that holds bodies of strangers to schemas of strangers: neither is sure to come to an end.

guardMemory();
answerQuestions(judgeAnswers());
