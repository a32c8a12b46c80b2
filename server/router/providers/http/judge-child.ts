import { answerQuestions } from '../../../processes/serial-child';
import { judgeAnswers } from './judge-questions';

// The process that holds bodies of strangers to schemas of strangers: neither is sure to come to an end.

answerQuestions(judgeAnswers());
